"""Every export has the same shape, is documented, and refuses what is not meant for it."""

from __future__ import annotations

import inspect
from pathlib import Path

import click
import pytest
from exporting import job
from texts import fault, text_of
from workshop import Command, Workshop

from cards_data import load_game
from generator.commands.export import PARTICULAR, command
from generator.export.job import ExportJob, ExportOptions, ExportResult
from generator.export.kinds import export_kind, names

pytestmark = pytest.mark.slow

TEXT = (Path(__file__).parents[2] / "docs" / "print" / "exporting.md").read_text(encoding="utf-8")


def test_the_promised_exports_are_there() -> None:
    assert {"png", "tts", "pod", "cut", "gallery", "boxes"} <= set(names())


@pytest.mark.parametrize("name", names())
def test_siblings_have_one_shape(name: str) -> None:
    one = export_kind(name)
    assert 72 <= one.DPI <= 1200
    assert set(PARTICULAR) >= one.USES
    signature = inspect.signature(one.export, eval_str=True)
    assert [parameter.annotation for parameter in signature.parameters.values()] == [ExportJob]
    assert signature.return_annotation is ExportResult
    doc = inspect.getdoc(one) or ""
    assert doc


def test_every_option_means_something_to_some_export_and_is_asked_for() -> None:
    used = {option for name in names() for option in export_kind(name).USES}
    assert used == set(PARTICULAR) <= set(vars(ExportOptions()))


def test_exports_and_options_are_documented() -> None:
    for name in names():
        assert f"`{name}`" in TEXT, name
    for option in command.params:
        words = [*option.opts, *option.secondary_opts] if isinstance(option, click.Option) else ()
        for word in words:
            assert f"`{word}" in TEXT, word


def test_an_option_of_another_export_is_refused(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("export", "pond", "--to", "png", "--url", "https://example.org")
    assert answer.code == 2
    assert fault("--url", text_of("usage.for_other", users="tts", kind="png")) in answer.err


def test_an_unknown_deck_or_language_is_a_wrong_word(pond: Workshop, ecotable: Command) -> None:
    for words in (("--deck", "fsh"), ("--lang", "fi")):
        answer = ecotable("export", "pond", "--to", "png", *words)
        assert answer.code == 2 and words[1] in answer.err


def test_the_command_tells_what_it_made(pond: Workshop, ecotable: Command) -> None:
    words = ("export", "pond", "--to", "png", "--deck", "fish", "--lang", "sv", "--dpi", "72")
    answer = ecotable(*words, "--out", pond.out)
    assert answer.code == 0, answer.err
    assert f"{pond.out / 'pond-sv-png-fish'}  4 kortsidor med 72\u00a0dpi, utskurna" in answer.out


def test_a_piece_without_a_name_is_called_what_its_text_says_in_its_language() -> None:
    with job(load_game("ecosfera_baltica"), "tts", "de", decks=("centres", "impacts")) as one:
        called = [one.name_of(piece) for _, piece, _ in one.composed.pieces()]
    assert called == ["Wirkung", "Mittelplättchen", "Mittelplättchen"]
