"""What MkDocs does besides its own for the site of docs/, as scripts/site builds it.

Pages link to files of the checkout, as those links work there. Here, such a file comes along below files/, and the link leads
to it; pages that stand beside docs/ are pages of the site too. A page that does not open with what it answers fails the build.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, InclusionLevel

PROJECT = Path(__file__).resolve().parent.parent
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
LINK = re.compile(r"(\]\()([^)\s#:]+)([)#])")
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)

log = get_plugin_logger("site")


def on_config(config):
    """Lists the pages of a folder where nav names the folder."""
    for section in config.nav:
        for entries in section.values():
            if isinstance(entries, list):
                for entry in entries:
                    if isinstance(entry, dict):
                        expand(entry, Path(config.docs_dir))


def expand(entry, docs):
    for title, value in entry.items():
        if isinstance(value, str) and value.endswith("/"):
            pages = sorted((docs / value).glob("*.md"), key=lambda page: (page.name != "README.md", page.name))
            entry[title] = [value + page.name for page in pages]


def on_files(files, config):
    for page in PAGES:
        files.append(File.generated(config, page, abs_src_path=str(PROJECT / page)))


def on_page_markdown(markdown, page, config, files):
    opening = re.sub(r"<!--.*?-->", "", markdown, flags=re.DOTALL).split("\n\n")[1]
    if not re.match(r"(?!```)[A-Za-z`*\[]", opening.lstrip("\n")):
        log.warning("%s does not open with what it answers, but with: %s", page.file.src_uri, opening.strip()[:60])
    place = page.file.src_uri if page.file.src_uri in PAGES else "docs/" + page.file.src_uri

    def rewritten(match):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), match.group(2)))
        uri = site_uri(target, config, files)
        if uri is None:
            return match.group()
        return match.group(1) + posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".") + match.group(3)

    return "".join(
        part if part.startswith("```") else LINK.sub(rewritten, part) for part in FENCED.split(markdown)
    )


def site_uri(target, config, files):
    """Where the site has a file of the project; none where it has no such file, which MkDocs then reports."""
    if target.startswith("docs/") or target in PAGES:
        return target.removeprefix("docs/")
    if not (PROJECT / target).is_file():
        return None
    # Browsers show text, and save what they do not know.
    uri = "files/" + target + ("" if target.endswith((".json", ".txt")) else ".txt")
    if files.get_file_from_path(uri) is None:
        added = File.generated(config, uri, abs_src_path=str(PROJECT / target))
        added.inclusion = InclusionLevel.INCLUDED
        files.append(added)
    return uri
