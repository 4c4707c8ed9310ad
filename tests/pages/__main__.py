"""`make pages`: write every made page of docs/."""

from tests.pages.made import DOCS, pages

for name, page in pages().items():
    (DOCS / name).write_text(page(), encoding="utf-8")
