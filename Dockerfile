# One image for every process of a deployment; compose.yaml says which command each runs.
FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    TARNEEB_VAR=/var/lib/tarneeb

RUN useradd --create-home tarneeb \
    && install --directory --owner tarneeb "$TARNEEB_VAR"
WORKDIR /srv/tarneeb

COPY requirements-analysis.lock ./
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement requirements-analysis.lock

COPY manage.py ./
COPY tarneeb_site tarneeb_site
COPY tournaments tournaments
COPY games games
COPY templates templates
COPY examples examples

USER tarneeb
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0"]
