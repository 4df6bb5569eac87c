"""What people read is translated, with the fixed words, and in the form its number takes."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.utils import translation

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "tarneeb_site" / "locale"
SOURCES = ("games", "tournaments", "tarneeb_site", "templates")

LINE = re.compile(r'(?:(?P<key>msgctxt|msgid_plural|msgid|msgstr)(?:\[(?P<form>\d)\])? )?(?P<text>".*")')
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|(?<!%)\{\w+\}|</?\w+[^>]*>")
STATED_NUMBER = range(3)  # the forms for 0, 1 and 2 say the number in a word

# An English word, and what stands for it in every Arabic sentence.
FIXED_WORDS = {
    r"\bdirectors?\b": "مُحكِّم",
    r"\brounds?\b": "دور",
    r"\bdeals?\b": "توزيع",
    r"\btricks?\b": "لمّ",
    r"\btrump\b": "طرنيب",
    r"\bpairs?\b": "ثنائي",
}
AROUND = r"(?<!\w)[وفبكل]?(?:ال|لل|ل)?{}(?:ه|ها|ك|كم|كما|ي|ات)?(?!\w)"
# Words that would say something else: a trick in the Gulf, a deal or a round elsewhere, trump or a referee.
MISTAKABLE = re.compile(AROUND.format("(?:لفّ?ة|جولة|جولات|حكم|حَكَم)"))
ROUND = re.compile(AROUND.format("(?:دور|أدوار)"))
THE_CHOICE_OF_WORDS = "Gulf (hokm, laffa)"
LEVANT_ONLY = re.compile("لمّ[اةت]|طرنيب")


@dataclass
class Message:
    """An entry of a catalogue."""

    context: str = ""
    text: str = ""
    plural: str = ""
    said: dict[int, str] = field(default_factory=dict)
    flags: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same message in another catalogue."""
        return self.context, self.text, self.plural

    def spoken(self, number: int = 1) -> str:
        """Return what a reader reads in the language that is active."""
        if self.plural:
            return translation.ngettext(self.text, self.plural, number)
        return (
            translation.pgettext(self.context, self.text) if self.context else translation.gettext(self.text)
        )


def messages(language: str, locale: Path = LOCALE) -> list[Message]:
    """Return the messages of a catalogue; its head is not one."""
    return [message for message in _read(locale / language / "LC_MESSAGES" / "django.po") if message.text]


def _read(path: Path) -> list[Message]:
    return [_message(entry) for entry in path.read_text(encoding="utf-8").split("\n\n")]


def _message(entry: str) -> Message:
    message, key, form = Message(), "", 0
    for line in entry.splitlines():
        if line.startswith("#,"):
            message.flags = line
        if found := LINE.fullmatch(line):
            key, form = found["key"] or key, int(found["form"] or 0) if found["key"] else form
            _add(message, key, form, ast.literal_eval(found["text"]))
    return message


def _add(message: Message, key: str, form: int, text: str) -> None:
    if key == "msgstr":
        message.said[form] = message.said.get(form, "") + text
    else:
        name = {"msgctxt": "context", "msgid": "text", "msgid_plural": "plural"}[key]
        setattr(message, name, getattr(message, name) + text)


def arabic() -> Iterator[tuple[Message, int, str]]:
    """Give each Arabic text with its message and its form."""
    for message in messages("ar"):
        for form, text in message.said.items():
            yield message, form, text


@pytest.mark.parametrize("language", ["ar", "ar_KW"])
def test_everything_is_translated_and_nothing_is_a_guess(language: str) -> None:
    for message in messages(language):
        assert len(message.said) == (6 if message.plural else 1), message.text
        assert all(message.said.values()), f"not translated: {message.text}"
        assert "fuzzy" not in message.flags, f"a guess: {message.text}"


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    """Collect the messages of the code as it stands, away from it: collecting leaves files behind."""
    if shutil.which("xgettext") is None and "CI" not in os.environ:
        pytest.skip("GNU gettext is not installed here, so the messages of the code cannot be collected")
    tree = tmp_path / "tree"
    for source in SOURCES:
        ignored = shutil.ignore_patterns("static", "locale", "__pycache__")
        shutil.copytree(ROOT / source, tree / source, ignore=ignored)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tree)
        patch.setattr(site, "LOCALE_PATHS", [tree / "locale"])
        call_command("messages", verbosity=0)
    return tree / "locale"


def test_the_catalogues_hold_what_the_code_says_and_no_more(collected: Path) -> None:
    for language in ("ar", "en"):
        said = {message.key for message in messages(language, collected)}
        kept = {message.key for message in messages(language)}

        assert said
        assert said - kept == set(), "run `make messages`, then translate"
        assert kept - said == set(), "run `make messages`: nobody says this any more"


def test_the_gulf_words_are_for_messages_there_are() -> None:
    assert {message.key for message in messages("ar_KW")} <= {message.key for message in messages("ar")}


@pytest.mark.parametrize("language", ["ar", "ar_KW", "en"])
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    with (folder / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    (head,) = [message for message in _read(folder / "django.po") if not message.text]

    catalogue = {key: text for key, text in vars(compiled)["_catalog"].items() if key}
    assert catalogue == dict(_compiled(messages(language))), "run `make messages`"
    assert f"Plural-Forms: {compiled.info()['plural-forms']}\n" in head.said[0]


def _compiled(written: list[Message]) -> Iterator[tuple[str | tuple[str, int], str]]:
    for message in written:
        key = f"{message.context}\x04{message.text}" if message.context else message.text
        for form, text in message.said.items():
            if text:
                yield (key, form) if message.plural else key, text


@pytest.mark.parametrize("language", ["ar", "ar_KW"])
def test_a_translation_has_the_placeholders_and_the_markup_of_its_message(language: str) -> None:
    for message in messages(language):
        wanted = sorted(PLACEHOLDER.findall(message.plural or message.text))
        for form, text in message.said.items():
            found = sorted(PLACEHOLDER.findall(text))
            if message.plural and form in STATED_NUMBER:
                assert set(found) <= set(wanted), text
                assert len(wanted) - len(found) <= 1, text
            else:
                assert found == wanted, text


def test_a_name_in_an_arabic_sentence_is_kept_apart_from_it() -> None:
    for _message, _form, text in arabic():
        for before in re.findall(r"(.{0,5})%\((?:name|word)\)s", text):
            assert before.endswith(("\u2068", "<bdi>")), text


@pytest.mark.parametrize("english", FIXED_WORDS)
def test_a_fixed_word_is_translated_by_its_word(english: str) -> None:
    for message, _form, text in arabic():
        if re.search(english, message.text, re.IGNORECASE):
            assert FIXED_WORDS[english] in text, message.text


def test_no_word_can_be_taken_for_another() -> None:
    for message, _form, text in arabic():
        if message.text != THE_CHOICE_OF_WORDS:
            assert not MISTAKABLE.search(text), text
        if ROUND.search(text):
            assert re.search(r"\bround", message.text, re.IGNORECASE), f"not a tournament's round: {text}"


def test_a_gulf_reader_reads_gulf_words_and_otherwise_the_same() -> None:
    differing = {message.key for message in messages("ar_KW")}
    for message in messages("ar"):
        with translation.override("ar"):
            levant = message.spoken()
        with translation.override("ar-kw"):
            gulf = message.spoken()
        assert message.key in differing or gulf == levant, message.text
        assert "tarneeb" in message.text.lower() or not LEVANT_ONLY.search(gulf), message.text


def test_no_other_app_speaks_over_our_catalogue() -> None:
    for message in messages("ar"):
        with translation.override("ar"):
            assert message.spoken() == message.said[1 if message.plural else 0]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "نجح الطلب بلا لمّات"),
        (1, "نجح الطلب بلمّة واحدة"),
        (2, "نجح الطلب بلمّتين"),
        (3, "نجح الطلب بـ{n} لمّات"),
        (10, "نجح الطلب بـ{n} لمّات"),
        (11, "نجح الطلب بـ{n} لمّة"),
        (99, "نجح الطلب بـ{n} لمّة"),
        (100, "نجح الطلب بـ{n} لمّة"),
        (102, "نجح الطلب بـ{n} لمّة"),
        (103, "نجح الطلب بـ{n} لمّات"),
        (111, "نجح الطلب بـ{n} لمّة"),
    ],
)
def test_an_arabic_noun_takes_the_form_of_its_number(number: int, words: str) -> None:
    with translation.override("ar"):
        assert translation.ngettext("Made with {n} trick", "Made with {n} tricks", number) == words


@pytest.mark.parametrize(("number", "words"), [(0, "tricks"), (1, "trick"), (2, "tricks"), (11, "tricks")])
def test_an_english_noun_takes_the_form_of_its_number(number: int, words: str) -> None:
    with translation.override("en"):
        spoken = translation.ngettext("Made with {n} trick", "Made with {n} tricks", number)

    assert spoken == f"Made with {{n}} {words}"


def test_english_stands_as_it_is_written_in_the_code() -> None:
    for message in messages("en"):
        with translation.override("en"):
            assert message.spoken() == (message.said[0] or message.text)
