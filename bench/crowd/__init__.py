"""What ``bench/live.py`` is made of: a stage of many tables, the servers it measures, and the phones.

Each runs in a process of its own: what is measured is the server's, and the phones have another processor.
"""
