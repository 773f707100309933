"""What a case is: two versions of a site, steps, and what must come of them.

A case runs twice with one database. On version 1 its steps pass and Breadcrumb learns. On
version 2 the same steps run again, and `expected` says what must happen:

* `Healed`: they pass, because so many locators were healed.
* `Refused`: they fail as they do in plain Playwright; nothing was healed.
* `Untouched`: they end just as they do in plain Playwright, well or not; nothing was healed.

Steps are data (`fixtures/cases`), and one generator that yields each call for the sync and the async API. The
sync call has already been made when it is yielded, the async one is awaited by the driver, and
both get the result back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

#: The site's address: nothing is ever fetched, see `site.py`.
BASE_URL = "http://shop.test/"
#: For the first page of a site, in milliseconds: how long that takes is not what a case is about.
LOAD_TIMEOUT = 30_000
#: Where a case passes: a busy machine must not fail it, in milliseconds.
PATIENT_TIMEOUT = 10_000
#: Where a case fails: every one of them takes as long as this, in milliseconds.
SHORT_TIMEOUT = 1_500


@dataclass(frozen=True)
class Run:
    """What the steps of a case work with."""

    page: Any
    expect: Any
    #: 1 while learning, 2 afterwards.
    version: int


@dataclass(frozen=True)
class Popup:
    """Yielded by steps: an action that opens a page; the page comes back."""

    action: Callable[[], Any]


#: The calls of the steps, one by one; each gets its result back.
Calls = Generator[Any, Any, None]
Steps = Callable[[Run], Calls]
#: The pages of a site by path.
Site = Mapping[str, str]


@dataclass(frozen=True)
class Healed:
    """The steps pass on version 2 with this many healed locators."""

    locators: int = 1


@dataclass(frozen=True)
class Refused:
    """The steps fail on version 2 after these entries of the log."""

    log: tuple[str, ...] = ()


@dataclass(frozen=True)
class Untouched:
    """The steps end on version 2 as in plain Playwright: with this error, or with none."""

    error: str = ""
    #: What the log holds; none: the same as on version 1.
    log: tuple[str, ...] | None = None


Expected = Healed | Refused | Untouched


@dataclass(frozen=True)
class Case:
    """One row of the table."""

    name: str
    v1: Site
    v2: Site
    steps: Steps
    expected: Expected
    #: Who got which event, in order: on version 1, and on version 2 where the steps pass.
    log: tuple[str, ...] = ()
    #: The events that are logged, besides what a page records by itself.
    events: str = "click"
    #: Seconds before Breadcrumb looks for another element.
    heal_after: float = 0.0
    #: Playwright's timeout on version 2, in milliseconds; none: as long as it takes to be sure.
    timeout: int | None = None

    def site(self, version: int) -> Mapping[str, str]:
        """Returns the pages of a version by path."""
        return self.v1 if version == 1 else self.v2

    def timeout_on(self, version: int) -> int:
        """Returns Playwright's timeout on a version: short only where it is going to be used up."""
        if version == 2 and self.timeout is not None:
            return self.timeout
        is_passing = version == 1 or isinstance(self.expected, Healed)
        return PATIENT_TIMEOUT if is_passing else SHORT_TIMEOUT

    def expected_log(self, version: int) -> tuple[str, ...]:
        """Returns what the pages of a version must have logged."""
        if version == 1:
            return self.log
        if isinstance(self.expected, Healed):
            return self.log
        return self.log if self.expected.log is None else self.expected.log
