"""Settings of Sphinx for the site of this folder; ``make docs`` runs it."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import asterion  # noqa: E402
from docs_site import inventories  # noqa: E402

project = "Asterion"
release = version = asterion.__version__
root_doc = "docs/index"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.intersphinx", "sphinx_copybutton"]
extensions += ["docs_site.names"]

highlight_language = "text"  # maps are drawn in code blocks, and # is a wall there

html_theme = "furo"
html_title = f"Asterion {release}"
html_static_path = ["site"]
html_css_files, html_js_files = ["site.css"], ["site.js"]
html_copy_source = html_show_sourcelink = html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
pygments_style, pygments_dark_style = "friendly", "github-dark"

myst_heading_anchors = 6  # links to headings have the form that GitHub gives them
myst_enable_extensions = ["strikethrough"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
maximum_signature_line_length = 72
add_module_names = False
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True

# Links to other packages, where their sites can be reached or have been before.
intersphinx_mapping = (
    {}
    if tags.has("offline")  # noqa: F821  (Sphinx puts it there)
    else inventories.found(ROOT / "build" / "docs" / "inventories")
)
# Names in signatures without a page: of other packages whose sites cannot be
# reached, and some of the package's own.
OWN = (
    "C_co|Chunk|CrowdSolver|CrowdStats|Current|Diagonal|Direction|Doing|Explains|Field|Floats"
    "|FlowStats|Goals|GraphPathRequest|HasNeighbours|NavigatorName|PairHeuristic|Pairs|Paths|Point|Reopen|SearchName|SearchOptions|ServiceStats"
    "|Source|Stop|Ties|TileKind"
)
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|matplotlib|numpy|networkx|os|pathlib|typing)\..*"),
    ("py:.*", "[A-Z][A-Za-z]+(Error|Interrupt)"),
    ("py:class", rf"(asterion\.([\w.]+\.)?)?({OWN})"),
    ("py:class", r"asterion\.textbook\.\w+\.\w+"),
]
