const blocks = [
  "address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header",
  "hgroup li main nav ol p pre search section ul",
].flatMap((names) => names.split(" "));

const inlines = "abbr b bdi cite code data del em i ins kbd s samp small span strong time u var".split(" ");

/** The elements that templates can use. */
export const elementNames: ReadonlySet<string> = new Set([...blocks, ...inlines, "br", "img", "svg"]);

/** Elements without content. */
export const voidElements: ReadonlySet<string> = new Set(["br", "img"]);

/** What to use instead of elements that templates do not support. */
export const elementSuggestions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "Use `span`: an image has no links.",
    button: "Use `div` or `span`.",
    canvas: "Use an image asset.",
    center: "Use `text-align: center`.",
    dialog: "Use `div`.",
    font: "Use `span` with `color` and `font-size`.",
    form: "Use `div`.",
    hr: "Use a `div` with a height and a background.",
    iframe: "Use an image asset.",
    input: "Use `div`.",
    label: "Use `span`.",
    link: "Write the CSS into a `style` element; declare fonts with `@font-face` and assets.",
    mark: "Use `span` with a `background`.",
    math: "Use an SVG asset.",
    object: "Use `img` with an asset.",
    embed: "Use `img` with an asset.",
    picture: "Use `img`.",
    q: "Use `span` with quotes in the text.",
    script: "Remove it: templates run no code. Use placeholders, `if` and `each`.",
    noscript: "Remove it.",
    slot: "Use a placeholder, such as `{{title}}`.",
    source: "Use `img`.",
    sub: "Use `span` with a smaller `font-size` and `vertical-align: -0.2em`.",
    sup: "Use `span` with a smaller `font-size` and `vertical-align: 0.4em`.",
    table: "Use nested flex containers for rows and cells.",
    tbody: "Use `div`.",
    td: "Use `div`.",
    th: "Use `div`.",
    tr: "Use a `div` with `display: flex`.",
    template: "Use `if` or `each` on an element.",
    textarea: "Use `div`.",
    video: "Use `img`.",
    audio: "Remove it.",
    wbr: "Use `overflow-wrap: anywhere`.",
    body: "Remove the tag: the root element of the template is the card.",
    html: "Remove the tag: the root element of the template is the card.",
    head: "Remove the tag; `style` stands beside the root element.",
    base: "Remove it.",
  }),
);

const quoteList = (names: readonly string[]) => names.join(", ");

/** The default styles of elements: those of browsers without margins, padding and list markers. */
export const defaultStyles = `
${quoteList(blocks)} { display: block }
img, svg { display: inline-block }
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.17em } h5 { font-size: 0.83em } h6 { font-size: 0.67em }
h1, h2, h3, h4, h5, h6 { font-weight: bold }
b, strong { font-weight: bolder }
i, em, cite, var, address { font-style: italic }
small { font-size: smaller }
u, ins { text-decoration-line: underline }
s, del { text-decoration-line: line-through }
code, kbd, samp, pre { font-family: monospace }
pre { white-space: pre }
:root { width: 100%; height: 100% }
`;
