from __future__ import annotations

import pytest

from chickenscratch.core.apply import RejectReason
from chickenscratch.core.legal import WhyNot, WhyNotCode
from chickenscratch.core.presets import make_rules, preset
from chickenscratch.core.rules import RuleError
from chickenscratch.core.tiles import tile
from chickenscratch.locale import LANGUAGES, using
from chickenscratch.locale.reasons import REFUSALS, WHY_NOT, refusal, say, why_not


def test_every_reason_has_words() -> None:
    assert set(WHY_NOT) == set(WhyNotCode)
    assert set(REFUSALS) == set(RejectReason)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", WhyNotCode)
def test_a_tile_that_does_not_fit(code: WhyNotCode, language: str) -> None:
    with using(language):
        for number in (None, 0, 8, 18):
            for wrong in (tile(3, 3), tile(18, 8)):
                words = why_not(WhyNot(code, number), wrong)
                assert words.endswith(".")
                assert "{" not in words
                assert len(words) <= 78


@pytest.mark.parametrize("reason", RejectReason)
def test_a_refused_action(reason: RejectReason) -> None:
    english = refusal(reason)
    assert english.endswith(".")
    with using("it"):
        italian = refusal(reason)
    assert italian.endswith(".")
    assert italian != english


def test_the_sentence_said_at_the_table() -> None:
    why = WhyNot(WhyNotCode.FOOT_NEEDS, 5)
    words = "The 5-foot is open: only a 5 may be played, and 3-3 has none."
    assert why_not(why, tile(3, 3)) == words
    assert refusal(RejectReason.DOES_NOT_FIT, why, tile(3, 3)) == words
    assert refusal(RejectReason.DOES_NOT_FIT, why) == "That tile does not fit there."
    nowhere = WhyNot(WhyNotCode.NO_OPEN_END)
    assert why_not(nowhere, tile(8, 3)) == "No open end shows a 3 or an 8: 8-3 fits nowhere."
    with using("it"):
        assert why_not(WhyNot(WhyNotCode.FOOT_NEEDS, 0), tile(3, 3)) == (
            "La zampa dello 0 è aperta: ci va uno 0, e 3-3 non va bene."
        )
        assert why_not(nowhere, tile(3, 0)) == (
            "Nessun lato aperto mostra uno 0 o un 3: 3-0 non va da nessuna parte."
        )


def test_a_rule_error_is_said_in_the_readers_language() -> None:
    with pytest.raises(RuleError) as caught:
        make_rules({"arms": 5})
    assert say(caught.value.sentence) == "A hub has 4, 6 or 8 arms, not 5."
    with using("it"):
        assert say(caught.value.sentence) == "Un mozzo ha 4, 6 o 8 bracci, non 5."
    with pytest.raises(RuleError) as caught:
        preset("nothing")
    with using("it"):
        assert say(caught.value.sentence).startswith("Non esistono regole chiamate “nothing”")
