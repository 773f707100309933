"""The exceptions of Breadcrumb, and the warnings it gives in a test.

In a test nothing here is ever raised: what goes wrong inside Breadcrumb becomes one
`BreadcrumbWarning`, and the test goes on as it would without it.
"""


class BreadcrumbError(Exception):
    """Something went wrong in Breadcrumb."""


class InputError(BreadcrumbError, ValueError):
    """A value is wrong: a broken fingerprint, an unknown weight, an empty key."""


class PageError(BreadcrumbError):
    """A page cannot be had or read; the message says why and what to do about it."""


class StoreError(BreadcrumbError):
    """The database cannot be used; the message names the file and the way out."""


class BreadcrumbWarning(UserWarning):
    """Breadcrumb has something to say about a test."""


class HealWarning(BreadcrumbWarning):
    """A locator found nothing and was healed: the test went on with another element."""


class DriftWarning(BreadcrumbWarning):
    """A locator still finds an element, but not one like the element it was written for."""
