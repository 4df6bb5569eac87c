"""Arabic: where Django writes 1,5 and 1.742, players of the region expect 1.5 and 1,742."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y، H:i"
SHORT_DATETIME_FORMAT = "D j M، H:i"
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
