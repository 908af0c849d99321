import { byName, nameSet } from "../../suggestions.ts";

/** Properties that templates do not support, with what to use instead. */
const refused: readonly (readonly [suggestion: string, names: string])[] = [
  [
    "Use `display: flex` on the parent, and `margin-left: auto` for the right side; a first letter can't float.",
    "float clear",
  ],
  ["Set `font-size` and `line-height` of `::first-letter`; it can't float.", "initial-letter"],
  ["Remove it: a card does not scroll.", "background-attachment"],
  ["Use `background-position`.", "background-position-x background-position-y"],
  ["Use `line-clamp`.", "max-lines"],
  ["Use `clip-path` or `overflow: hidden`.", "clip"],
  ["Use an image with transparency.", "mask-mode mask-type mask-border mask-border-source"],
  [
    "A text can't flow over columns: use two texts in a grid.",
    "columns column-count column-fill column-width column-rule",
  ],
  ["Remove it.", "text-justify font-variant-east-asian font-synthesis contain"],
  ["Use `word-break` or `text-wrap`.", "line-break"],
  ["Use `white-space: nowrap`.", "text-wrap-mode"],
  ["Use `writing-mode: vertical-rl`, which turns letters.", "text-orientation"],
  ["Use the `dir` attribute or a `bdi` element.", "unicode-bidi"],
  ["Use `font-feature-settings`.", "font-variant-alternates"],
  ["Use `vertical-align: super` or `sub`, or a `sup` or `sub` element.", "font-variant-position"],
  ["Use an `img` element before the text.", "list-style-image"],
  [
    "Use a `background-image` with `background-origin: border-box`.",
    "border-image border-image-source border-image-slice border-image-outset border-image-repeat border-image-width",
  ],
  ["Remove it.", "empty-cells"],
  ["Put each line into an element of its own.", "box-decoration-break -webkit-box-decoration-break"],
  ["Use an image with the size that it has on the card.", "image-rendering"],
  ["Use a second element with `transform: scaleY(-1)` and a `mask-image`.", "-webkit-box-reflect"],
  ["Use flex containers.", "shape-outside"],
  ["Use `transform: scale()`.", "zoom"],
  ["Write it as an attribute of the shape.", "vector-effect"],
];

/** What to use instead of properties that templates do not support, by name. */
export const refusedProperties: ReadonlyMap<string, string> = byName(refused);

/** Values without an effect of properties that templates do not support. */
export const unsupportedInitials: ReadonlyMap<string, string> = byName([
  ["none", "border-image border-image-source clear column-span float shape-outside list-style-image"],
  ["normal", "font-variant-alternates font-variant-east-asian font-variant-position unicode-bidi"],
  ["auto|normal|strict", "line-break"],
  ["auto|1", "column-count columns"],
  ["auto", "clip column-width image-rendering text-justify"],
  ["1", "zoom"],
  ["collapse", "white-space-collapse"],
  ["slice", "box-decoration-break -webkit-box-decoration-break"],
  ["mixed", "text-orientation"],
  ["scroll", "background-attachment"],
  ["wrap", "text-wrap-mode"],
]);

/** Properties that do nothing in an image, without `-webkit-`: they are accepted with a warning. */
export const ineffectiveProperties = nameSet(
  "font-smoothing -moz-osx-font-smoothing text-size-adjust tap-highlight-color user-drag",
  "accent-color appearance caret-color color-scheme cursor enable-background overflow-scrolling",
  "box-align box-direction box-flex box-lines box-ordinal-group box-pack",
  "font-display hanging-punctuation pointer-events print-color-adjust",
  "resize scroll-behavior text-rendering touch-action user-select locale",
  "will-change transition transition-property transition-duration transition-delay",
  "transition-timing-function transition-behavior animation animation-name animation-delay",
  "animation-duration animation-timing-function animation-iteration-count animation-direction",
  "animation-fill-mode animation-play-state animation-composition animation-timeline animation-range",
  "backface-visibility content-visibility perspective perspective-origin transform-style break-after break-before break-inside",
  "container container-name container-type field-sizing forced-color-adjust interpolate-size orphans",
  "overscroll-behavior page-break-after page-break-before page-break-inside scroll-margin scroll-padding",
  "scroll-snap-align scroll-snap-type scrollbar-color scrollbar-gutter scrollbar-width speak",
  "view-transition-name widows",
);
