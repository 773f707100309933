"""The engine. Private: the package around it is the API."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, TypeVar

from .core.fingerprint import BoundingBox, ElementFingerprint
from .core.healer import HealResult
from .core.similarity import ScoringResult
from .core.storage import HealingEvent

VERSION: str
DEFAULT_DB_FILE: str
DEFAULT_THRESHOLD: float
DEFAULT_WEIGHTS: dict[str, float]
MAX_DISTANCE_PX: float
PAGE_SCRIPT: str
OLDEST_PLAYWRIGHT: str
NEWEST_PLAYWRIGHT: str
SELECTOR_ENGINE: str
ANSWER_S: float
LAST_ANSWERS_S: float

Source: TypeAlias = tuple[str | None, int | None]

_F = TypeVar("_F", bound=ElementFingerprint)

def run_command(arguments: list[str]) -> int: ...
def read_fingerprint(kind: type[_F], json: str) -> _F: ...
def normalize_text(text: str | None) -> str: ...
def normalize_tag(tag: str | None) -> str: ...
def fingerprint_of_target(
    payload: str, test_id: str, locator: str
) -> ElementFingerprint | None: ...
def fingerprints_of_page(payload: str) -> list[ElementFingerprint]: ...
def tag_similarity(a: str, b: str) -> float:
    """Compare two tags: 1 if both are the same."""

def levenshtein_distance(a: str, b: str) -> int:
    """Return how many letters to add, to remove or to replace until both texts are the same."""

def text_similarity(a: str, b: str) -> float:
    """Compare two texts by their edit distance."""

def jaccard_similarity(
    set_a: frozenset[tuple[str, str]], set_b: frozenset[tuple[str, str]]
) -> float:
    """Return the shared part of two sets of attributes."""

def class_similarity(a: str, b: str) -> float:
    """Return the shared part of two `class` attributes."""

def lcs_length(a: Iterable[str], b: Iterable[str]) -> int:
    """Return the length of the longest common subsequence."""

def dom_path_similarity(a: Iterable[str], b: Iterable[str]) -> float:
    """Compare two paths by their longest common subsequence."""

def sibling_similarity(a: Iterable[str], b: Iterable[str]) -> float:
    """Compare the tags of two elements' siblings by their longest common subsequence."""

def position_similarity(a: BoundingBox | None, b: BoundingBox | None) -> float:
    """Compare two places by the distance of their centers."""

def compute_similarity(
    stored: ElementFingerprint,
    candidate: ElementFingerprint,
    weights: Mapping[str, float] | None = None,
) -> ScoringResult:
    """Score a candidate against what was known, with the classic scorer."""

class SimilarityScorer:
    """The classic scorer: a weighted mean of eight signals."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None: ...
    def score(self, stored: ElementFingerprint, candidate: ElementFingerprint) -> ScoringResult:
        """Score a candidate against what was known."""

def flush_recorders() -> list[str]: ...
def setting_keys() -> list[SettingKey]: ...
def misspelled_variables() -> list[str]: ...
def is_check(call: str) -> bool: ...
def has_target(call: str) -> bool: ...
def awaits_absence(state: str) -> bool: ...
def assertion(expression: str, is_not: bool, number: float | None) -> str | None: ...
def with_whole_timeout(text: str, whole_ms: float) -> str: ...
def what_is_missing(version: str, names: list[str]) -> str: ...

class SettingKey:
    @property
    def name(self) -> str: ...
    @property
    def flag(self) -> str: ...
    @property
    def option(self) -> str: ...
    @property
    def placeholder(self) -> str | None: ...
    @property
    def flag_help(self) -> str: ...
    @property
    def option_help(self) -> str: ...

class RunnerOptions:
    def __init__(self) -> None: ...
    def add_flag(self, key: SettingKey, value: object) -> None: ...
    def add_option(self, key: SettingKey, value: object, file: Path | None) -> None: ...

class Config:
    def __init__(self, folder: Path, start: Path) -> None: ...
    @staticmethod
    def of_flags(options: RunnerOptions, start: Path) -> Config: ...
    def with_options(self, options: RunnerOptions) -> Config: ...
    def with_marker(
        self, test_id: str, arguments: tuple[object, ...], keywords: Mapping[str, object]
    ) -> Config: ...
    def with_arguments(self, call: str, arguments: dict[str, object]) -> Config: ...
    def settings(self) -> Settings: ...

class Settings:
    @property
    def enabled(self) -> bool: ...
    @property
    def report(self) -> bool: ...
    @property
    def mode(self) -> str: ...
    @property
    def max_heals(self) -> int: ...
    @property
    def db(self) -> Path | None: ...
    @property
    def threshold(self) -> float: ...


class FingerprintStore:
    """One database file; it is created on first use.

    Without a path it is the file that `BREADCRUMB_DB` names, else `.breadcrumb.db`.
    """

    def __init__(self, db_path: str | PathLike[str] | None = None) -> None: ...
    @property
    def db_path(self) -> Path:
        """The database file."""

    def save_fingerprint(self, fingerprint: ElementFingerprint) -> None:
        """Save a fingerprint under its test id and locator, in place of an earlier one.

        Raises:
            ValueError: The test id or the locator is empty.
        """

    def load_fingerprint(self, test_id: str, locator: str) -> ElementFingerprint | None:
        """Load the newest fingerprint of a key; `None` if there is none."""

    def get_all_fingerprints(self) -> list[ElementFingerprint]:
        """Load each key's newest fingerprint."""

    def delete_fingerprint(self, test_id: str, locator: str) -> bool:
        """Delete a key's fingerprints; tells whether there was one."""

    def get_fingerprint_history(self, test_id: str, locator: str) -> list[ElementFingerprint]:
        """Load a key's earlier fingerprints, the latest first."""

    def roll_back(self, test_id: str, locator: str) -> ElementFingerprint | None:
        """Make a key's previous fingerprint the current one again, and return it."""

    def record_healing(self, event: HealingEvent) -> None:
        """Append a heal to the log."""

    def get_healing_events(
        self, test_id: str | None = None, locator: str | None = None
    ) -> list[HealingEvent]:
        """Load heals, newest first."""

    def clear(self) -> None:
        """Delete all fingerprints and heals."""

    def stats(self) -> dict[str, int]:
        """Count fingerprints and heals."""

    def close(self) -> None:
        """Close the file; the next call opens it again."""

    def _recorder(self) -> Recorder: ...
    def _test_runs(self) -> list[TestRun]: ...

class Recorder:
    def __init__(self, path: Path | None = None) -> None: ...
    def wait_until_open(self) -> None: ...
    def settle(self) -> bool: ...
    def flush(self) -> bool: ...
    def close(self) -> None: ...
    def take_notice(self) -> str | None: ...

class TestTracker:
    """Records runs of tests and reads them back."""

    __test__: ClassVar[bool]

    def __init__(self, store: FingerprintStore) -> None: ...
    def record_run(
        self,
        test_id: str,
        status: str,
        duration_ms: float | None = None,
        healing_occurred: bool = False,
        error_type: str | None = None,
        environment: str | None = None,
        timestamp: float | None = None,
    ) -> None:
        """Record how a test ended: `passed`, `failed`, `error` or `skipped`.

        The timestamp is when it ended, in seconds since 1970; now unless given.
        """

    def get_runs(self, test_id: str, limit: int = 100) -> list[dict[str, Any]]:
        """Return a test's runs, the newest first."""

    def get_all_test_ids(self) -> list[str]:
        """Return the ids of all tests that have a run."""

class TestAnalyzer:
    """Flip rates and tiers. Skipped runs are no samples; an error is a failure."""

    __test__: ClassVar[bool]

    def __init__(self, tracker: TestTracker) -> None: ...
    def compute_fliprate(self, test_id: str, window: int = 10) -> float:
        """Return the share of the newest runs that changed the outcome."""

    def compute_ewma_fliprate(self, test_id: str, alpha: float = 0.3, window: int = 20) -> float:
        """Return the same with more weight on what is newer."""

    def classify(self, test_id: str) -> str:
        """Return `Stable`, `Intermittent`, `Flaky` or `Chronic`."""

    def get_all_classifications(self) -> dict[str, str]:
        """Return the tier of every test."""

class QuarantineManager:
    """Puts tests into quarantine and releases them.

    `auto_update` follows the policy in `breadcrumb.toml` of `folder`: by default a test enters
    only where it passed and failed on the same code, so that a regression is never hidden.
    `analyzer` and `fliprate_threshold` are those of earlier versions; the policy decides.
    """

    def __init__(
        self,
        store: FingerprintStore,
        analyzer: TestAnalyzer | None = None,
        fliprate_threshold: float = 0.3,
        *,
        folder: str | PathLike[str] | None = None,
    ) -> None: ...
    def is_quarantined(self, test_id: str) -> bool:
        """Tell whether a test is in quarantine."""

    def quarantine(self, test_id: str, reason: str) -> None:
        """Put a test into quarantine by hand: it stays until it is released or expires."""

    def unquarantine(self, test_id: str) -> None:
        """Release a test."""

    def auto_update(self) -> dict[str, list[str]]:
        """Bring the quarantine up to date; returns the tests that changed.

        The keys are `quarantined`, `unquarantined`, `suspended`, `resumed` and `proposed`.
        """

    def get_all_quarantined(self) -> list[str]:
        """Return the tests in quarantine."""

class TestRun:
    @property
    def test_id(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def healed(self) -> bool: ...
    @property
    def error_type(self) -> str | None: ...
    @property
    def run_uid(self) -> str | None: ...
    @property
    def revision(self) -> str | None: ...
    @property
    def commit_sha(self) -> str | None: ...
    @property
    def attempt_no(self) -> int | None: ...
    @property
    def worker(self) -> str | None: ...
    @property
    def heal_score(self) -> float | None: ...

HEALED: tuple[str, str, str]
QUARANTINED: tuple[str, str, str]
HEAL_PROPERTY: str
DRIFT_PROPERTY: str
REFUSAL_PROPERTY: str
MASKED_PROPERTY: str

def refusal_texts(refusals: list[tuple[str, str]]) -> list[str]: ...
def app_version_trouble(error: str) -> str: ...
def database_line(database: Path | None) -> str: ...
def page_line(database: Path | None, folder: Path) -> str: ...

class Suite:
    def __init__(
        self,
        root: Path,
        *,
        runner: str,
        runner_version: str,
        own_id: str | None,
        worker: str | None,
    ) -> None: ...
    @property
    def own_id(self) -> str: ...
    @property
    def app_header(self) -> str | None: ...
    @property
    def app_meta(self) -> str | None: ...
    def record_start(self, recorder: Recorder) -> None: ...
    def record_end(self, recorder: Recorder, exit_code: int) -> None: ...
    def begin(
        self, test_id: str, tags: list[str], source_file: str | None, source_line: int | None
    ) -> Attempt: ...
    def note_app_version(self, said: str | None) -> None: ...
    def record(self, attempt: Attempt, shown_version: str | None) -> TestRun | None: ...
    def heal_text(self, text: str, file: str | None, line: int | None) -> str: ...

class Attempt:
    def note_typed(self, call: str, arguments: dict[str, Any], answer: Any = None) -> None: ...
    def note(
        self,
        name: str,
        outcome: str,
        *,
        is_expected: bool,
        seconds: float,
        error: PhaseError | None,
    ) -> str | None: ...
    @property
    def has_passed(self) -> bool: ...

class PhaseError:
    def __init__(self, class_name: str, message: str) -> None: ...
    def add_frame(self, file: str, line: int | None, function: str, is_hidden: bool) -> None: ...

class Summary:
    def __init__(self) -> None: ...
    def add(self, test_id: str, name: str, text: str, has_passed: bool) -> None: ...
    @property
    def lines(self) -> list[str]: ...

class Quarantine:
    def __init__(self, database: Path | None, folder: Path) -> None: ...
    def mask(self, test_id: str, failed: str) -> str | None: ...
    def update(self) -> None: ...
    @property
    def lines(self) -> list[str]: ...

class Healer:
    """Finds the element that a locator no longer finds.

    With `weights` it decides by the classic scorer.
    """

    def __init__(
        self,
        store: FingerprintStore | None = None,
        threshold: float | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None: ...
    @property
    def store(self) -> FingerprintStore:
        """Where the fingerprints are."""

    @property
    def threshold(self) -> float:
        """The confidence from which on it heals."""

    def save(self, fingerprint: ElementFingerprint) -> None:
        """Save what a passing test has seen."""

    def heal(
        self, test_id: str, locator: str, candidates: Sequence[ElementFingerprint]
    ) -> HealResult:
        """Look for an element among candidates; a heal is logged and becomes the baseline."""

    @staticmethod
    def _without_store(threshold: float | None, weights: Mapping[str, float] | None) -> Healer: ...

class Locator:
    @staticmethod
    def root() -> Locator: ...
    @staticmethod
    def from_key(key: str) -> Locator: ...
    @staticmethod
    def from_selector(selector: str) -> Locator: ...
    @staticmethod
    def parse(text: str) -> Locator: ...
    def then(self, method: str, arguments: Sequence[tuple[str, object]] = ...) -> Locator: ...
    def inside(self, parent: Locator) -> Locator: ...
    @property
    def key(self) -> str: ...
    @property
    def python(self) -> str: ...
    @property
    def javascript(self) -> str: ...
    def selector(self, test_id_attribute: str) -> str | None: ...

class Test:
    def __init__(
        self,
        recorder: Recorder,
        test_id: str,
        settings: Settings,
        *,
        is_script: bool,
        test_id_attribute: str,
        healer: Healer | None = None,
        suite: Suite | None = None,
    ) -> None: ...
    def call(self, want: Want) -> Call: ...
    def navigated(self, frame: int, has_engine: bool) -> None: ...
    def give_up(self, why: str) -> None: ...
    def take_events(self) -> list[Event]: ...
    def take_notice(self) -> str | None: ...
    def finish(self, passed: bool, run: TestRun | None = None) -> list[tuple[str, str]]: ...

class Want:
    def __init__(
        self,
        locator: Locator,
        selector: str,
        call: str,
        *,
        frame: int,
        url: str,
        parent: tuple[str, Locator] | None,
        mode: str | None,
        timeout_ms: float | None,
        site: Source,
        used: Source,
        can_stop: bool,
        argument: object = None,
        is_strict: bool = True,
        is_forced: bool = False,
    ) -> None: ...

class Call:
    def start(self, now: float) -> Step: ...
    def answer(self, answer: Answer, now: float) -> Step: ...
    def give_up(self) -> None: ...

class Act:
    @property
    def selector(self) -> str: ...
    @property
    def timeout_ms(self) -> float: ...
    @property
    def stop_after(self) -> float | None: ...
    @property
    def beside(self) -> Beside | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def limit(self) -> float | None: ...

class Beside:
    @property
    def call(self) -> Call: ...
    @property
    def is_sent_first(self) -> bool: ...
    @property
    def longest(self) -> float | None: ...
    @property
    def wait(self) -> bool: ...

class Ask:
    @property
    def question(self) -> str: ...
    @property
    def selector(self) -> str: ...
    @property
    def request(self) -> str: ...
    @property
    def is_strict(self) -> bool: ...
    @property
    def is_sent(self) -> bool: ...
    @property
    def timeout_ms(self) -> float: ...
    @property
    def limit(self) -> float: ...

class Start:
    @property
    def call(self) -> Call: ...
    @property
    def wait(self) -> bool: ...

class Over:
    @property
    def act(self) -> int: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def whole_timeout_ms(self) -> float: ...

Step: TypeAlias = Act | Ask | Start | Over

class Answer:
    @staticmethod
    def acted(result: object, url: str) -> Answer: ...
    @staticmethod
    def stopped(log: list[str]) -> Answer: ...
    @staticmethod
    def failed(message: str, timed_out: bool) -> Answer: ...
    @staticmethod
    def count(count: int) -> Answer: ...
    @staticmethod
    def text(text: str | None) -> Answer: ...
    @staticmethod
    def value(json: str, payload: str | None) -> Answer: ...
    @staticmethod
    def image(image: bytes) -> Answer: ...
    @staticmethod
    def done() -> Answer: ...
    @staticmethod
    def error(message: str, timed_out: bool) -> Answer: ...
    @staticmethod
    def silent() -> Answer: ...

class Event:
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def warning(self) -> str: ...
    @property
    def file(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...

def crawl_html(html: str) -> list[dict[str, Any]]: ...
def crawl_url(url: str, timeout_ms: float) -> list[dict[str, Any]]: ...
def crawl_payload(payload: str) -> list[dict[str, Any]]: ...

class ElementClassifier:
    """Gives elements semantic roles: `email_input`, `search`, `submit`, …"""

    def __init__(self) -> None: ...
    @staticmethod
    def classify(element: dict[str, Any]) -> str:
        """Return what an element is for."""

    @staticmethod
    def explain(element: dict[str, Any]) -> str:
        """Return what tells."""

    @staticmethod
    def classify_page(elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the elements with their `role` set to what they are for."""

class TestCodeGenerator:
    """Writes code for the elements that a `PageCrawler` has found.

    What a page contains becomes a string literal or a part of a name, never code.
    """

    __test__: ClassVar[bool]

    def __init__(self, language: str = "python") -> None: ...
    def generate_page_object(
        self, page_name: str, elements: list[dict[str, Any]], page_url: str = ""
    ) -> str:
        """Return the class of a page."""

    def generate_test_file(
        self, page_name: str, elements: list[dict[str, Any]], page_url: str = ""
    ) -> str:
        """Return the tests of a page, which import its class."""

class ReportConsole:
    """A summary in 80 columns, without colors."""

    def __init__(self) -> None: ...
    @staticmethod
    def render(store: FingerprintStore, days: int = ...) -> str:
        """Return the report of the last days."""

    @staticmethod
    def export(store: FingerprintStore, path: str | PathLike[str], days: int = ...) -> None:
        """Write the report to a file, all at once."""

class ReportHTML:
    """One page with everything in it; it opens offline."""

    def __init__(self) -> None: ...
    @staticmethod
    def render(store: FingerprintStore, days: int = ...) -> str:
        """Return the report of the last days."""

    @staticmethod
    def export(store: FingerprintStore, path: str | PathLike[str], days: int = ...) -> None:
        """Write the report to a file, all at once."""

class ReportJSON:
    """The whole report, with a version."""

    def __init__(self) -> None: ...
    @staticmethod
    def render(store: FingerprintStore, days: int = ...) -> dict[str, Any]:
        """Return the report of the last days as plain values."""

    @staticmethod
    def export(store: FingerprintStore, path: str | PathLike[str], days: int = ...) -> None:
        """Write the report to a file, all at once."""
