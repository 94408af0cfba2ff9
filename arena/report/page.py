"""A page: one table that needs nothing from elsewhere, with every name escaped."""

from collections.abc import Sequence


def page(
    title: str,
    heads: Sequence[str],
    aligned: Sequence[str],
    cells: Sequence[Sequence[str]],
    notes: Sequence[str],
    picture: str,
) -> str:
    """The page as HTML. `picture` is SVG that is put in as it is."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    found = Environment(
        loader=PackageLoader("arena.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("page.html")
    rows = [list(zip(row, aligned, strict=True)) for row in cells]
    return (
        found.render(
            title=title,
            heads=list(zip(heads, aligned, strict=True)),
            rows=rows,
            notes=notes,
            picture=Markup(picture),
        )
        + "\n"
    )
