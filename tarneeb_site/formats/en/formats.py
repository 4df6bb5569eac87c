"""English: a day by its name, 24 hours, because a hall's clock shows them."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "D j M, H:i"
