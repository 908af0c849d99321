import { byName, nameSet, namesIn } from "../suggestions.ts";

const blocks = namesIn(
  "address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header",
  "hgroup li main nav ol p pre search section ul",
);

const tableParts = namesIn("table caption colgroup col thead tbody tfoot tr td th");

const inlines = namesIn(
  "a abbr b bdi button cite code data del em i ins kbd label mark output picture q s samp small span strong sub sup time u var",
);

/** The elements that templates can use. */
export const elementNames: ReadonlySet<string> = new Set([
  ...blocks,
  ...tableParts,
  ...inlines,
  "br",
  "hr",
  "img",
  "svg",
  "wbr",
]);

/** The elements of inline SVG that rules can select, unless they are in definitions. */
export const svgElements = nameSet("g text tspan path rect circle ellipse line polyline polygon use");

/** Elements of an SVG that draw or define something, and descriptions. */
export const svgNames = nameSet(
  "svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient",
  "stop clipPath mask pattern symbol use title desc marker filter feGaussianBlur feOffset feBlend feFlood",
  "feColorMatrix feComposite feMerge feMergeNode feDropShadow feComponentTransfer feFuncR feFuncG feFuncB feFuncA",
);

/** Attributes that can change what an SVG without text shows. */
export const svgAttributes = nameSet(
  "clip-path clip-rule clipPathUnits cx cy d fill fill-opacity fill-rule fx fy fr gradientTransform",
  "gradientUnits height href id mask maskContentUnits maskUnits offset opacity pathLength",
  "patternContentUnits patternTransform patternUnits points",
  "preserveAspectRatio r rx ry spreadMethod stop-color stop-opacity stroke stroke-dasharray",
  "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width",
  "marker marker-start marker-mid marker-end markerUnits markerWidth markerHeight refX refY orient display",
  "visibility overflow paint-order mask-type mix-blend-mode isolation filter filterUnits primitiveUnits in in2",
  "color-interpolation-filters result stdDeviation edgeMode flood-color flood-opacity mode operator k1 k2 k3 k4",
  "type values tableValues slope intercept amplitude exponent dx dy",
  "shape-rendering transform transform-origin vector-effect viewBox width x x1 x2 y y1 y2 color",
);

/** Elements whose end tag can be left out (HTML, section 13.1.2.4). */
export const openElements = nameSet("body caption colgroup dd dt li p tbody td tfoot th thead tr");

export const voidElements: ReadonlySet<string> = new Set(["br", "col", "hr", "img", "wbr"]);

/** What to use instead of elements that templates do not support. */
export const elementSuggestions = byName([
  ["Use an image asset.", "canvas iframe"],
  ["Use `text-align: center`.", "center"],
  ["Use `div`.", "details dialog fieldset form input legend select summary textarea"],
  ['Use a `div` with `style="width: {{share}}%"`.', "meter progress"],
  ["Use `span` with `display: inline-flex` and `flex-direction: column-reverse`.", "ruby rb rt rp"],
  ["Draw the letters as paths.", "textPath"],
  ["Use `span` with `color` and `font-size`.", "font"],
  ["Write the CSS into a `style` element; declare fonts with `@font-face` and assets.", "link"],
  ["Use an SVG asset.", "math"],
  ["Use `img` with an asset.", "object embed"],
  ["Use `img`.", "video"],
  ["The `img` of a `picture` is drawn.", "source"],
  ["Remove it: templates run no code. Use placeholders, `if` and `each`.", "script"],
  ["Remove it.", "noscript audio base"],
  ["Use a placeholder, such as `{{title}}`.", "slot"],
  ["Use `if` or `each` on an element.", "template"],
  ["Remove the tag: the root element of the template is the card.", "html body"],
  ["Remove the tag; `style` goes before or after the root element.", "head"],
]);

/** The default styles of elements, as in browsers but without margins, padding and list markers. */
export const defaultStyles = `
${blocks.join(", ")} { display: block }
table { display: table; border-spacing: 2px; text-indent: 0 }
caption { display: table-caption; text-align: center }
colgroup { display: table-column-group }
col { display: table-column }
thead { display: table-header-group; vertical-align: middle }
tbody { display: table-row-group; vertical-align: middle }
tfoot { display: table-footer-group; vertical-align: middle }
tr { display: table-row; vertical-align: inherit }
td, th { display: table-cell; vertical-align: inherit }
th { font-weight: bold }
img, svg { display: inline-block }
svg { overflow: hidden }
button { display: inline-block; align-content: safe center; padding: 1px 6px; border: 2px solid }
button { border-color: #a8a8a8 #545454 #545454 #a8a8a8; background-color: #efefef; color: #000000 }
button { font: 13.3333px sans-serif; letter-spacing: normal; word-spacing: normal; text-align: center }
button { text-transform: none; text-indent: 0; text-shadow: none }
hr { display: block; border: 1px solid #808080; color: #808080 }
a[href] { color: #0000ee; text-decoration-line: underline }
mark { background-color: #ffff00; color: #000000 }
sub, sup { font-size: smaller }
sub { vertical-align: sub }
sup { vertical-align: super }
li::marker { white-space: pre; font-variant-numeric: tabular-nums }
[hidden] { display: none }
${[...svgElements].join(", ")} { transform-origin: 0 0 }
q::before { content: open-quote }
q::after { content: close-quote }
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.17em } h5 { font-size: 0.83em } h6 { font-size: 0.67em }
h1, h2, h3, h4, h5, h6 { font-weight: bold }
b, strong { font-weight: bolder }
i, em, cite, var, address { font-style: italic }
small { font-size: smaller }
u, ins { text-decoration-line: underline }
abbr[title] { text-decoration: underline dotted }
s, del { text-decoration-line: line-through }
code, kbd, samp, pre { font-family: monospace }
pre { white-space: pre }
:root { width: 100%; height: 100% }
`;
