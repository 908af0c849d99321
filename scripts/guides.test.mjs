import assert from "node:assert/strict";
import { parseGuide } from "../services/console/guides/parse-guide.mjs";
import { renderGuide } from "../services/console/guides/render-guide.mjs";

/** @param {string} markdown */
const render = (markdown) =>
  renderGuide(parseGuide(`# Guide\n\n${markdown}`), {
    resolveLink: (link) => (link.startsWith("other.md") ? link.replace(".md", "") : undefined),
    resolvePicture: (path) => `../assets/${path}`,
  });

describe("guides", () => {
  it("have the anchors that GitHub gives to headings, also to equal ones", () => {
    const { title, sections } = parseGuide(
      "# `A` title\n\nFirst.\n\n## What’s *new*?\n\n- one\n- two\n\n## What’s new?\n",
    );
    assert.equal(title, "A title");
    assert.deepEqual(
      sections.map(({ id, text }) => [id, text]),
      [
        ["", "First."],
        ["whats-new", "one two"],
        ["whats-new-1", ""],
      ],
    );
    assert.match(
      render("## What’s *new*?"),
      /<h2 id="whats-new"><a href="#whats-new">What’s <em>new<\/em>\?/,
    );
  });

  it("link to other guides and sites, and contain the text of links to files that are not served", () => {
    assert.equal(
      render("[a](other.md#b), [c](https://example.com), [d](#e) and [f](code.ts)"),
      '<p><a href="other#b">a</a>, <a href="https://example.com">c</a>, <a href="#e">d</a> and f</p>\n',
    );
  });

  it("escape code, and contain no HTML of the Markdown", () => {
    assert.match(render("```unknown\n<b>&amp;\n```"), /<code>&lt;b&gt;&amp;amp;/);
    assert.match(render("```html\n<b title='x'>\n```"), /&lt;<span class="hljs-name">b<\/span>/);
    assert.equal(render("<!-- a comment -->"), "");
    assert.throws(() => render("<script>alert(1)</script>"), /HTML is not permitted/);
    assert.throws(() => render("text with <b>bold</b>"), /HTML is not permitted/);
  });

  it("have lists instead of tables with five or more columns", () => {
    const table = "| a | b | c | d | e |\n| - | - | - | - | - |\n| `A` | 1 | | *3* | text |";
    assert.equal(
      render(table),
      '<dl class="rows"><div><dt><code>A</code></dt><dd>text</dd>' +
        '<dd class="facts"><span><b>b</b> 1</span> <span><b>d</b> <em>3</em></span></dd></div></dl>\n',
    );
  });

  it("name the columns in the cells of tables with three or more columns, except for the first one", () => {
    assert.equal(
      render("| a | *b* `c` | | d |\n| - | - | - | - |\n| 1 | 2 | | 4 |"),
      '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th><em>b</em> <code>c</code></th><th></th><th>d</th></tr></thead>' +
        '<tbody><tr><td>1</td><td data-column="b c">2</td><td></td><td data-column="d">4</td></tr></tbody></table></div>\n',
    );
    assert.doesNotMatch(render("| a | b |\n| - | - |\n| 1 | 2 |"), /data-column/);
  });

  it("have pictures with a size", () => {
    assert.equal(
      render('![A "card"](a.webp "1200×630, short")'),
      '<p><img src="../assets/a.webp" alt="A &quot;card&quot;" width="1200" height="630" loading="lazy"></p>\n',
    );
    assert.throws(() => render("![A card](a.webp)"), /needs its size/);
  });

  it("begin with a title", () => {
    assert.throws(() => parseGuide("No title"), /begins with its title/);
  });
});
