import { bundledFonts } from "@placard/templates/bundled-fonts";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import { toLabel } from "../../../card-form/card-data.ts";
import type { Design } from "./design.ts";
import { sentence, toShown } from "./property-texts.ts";

type Choices = readonly (readonly [value: string, label: string])[];

/** Values that are not keywords, or whose keywords say little. */
const choices: Readonly<Record<string, Choices>> = {
  position: [
    ["static", "In the flow"],
    ["relative", "In the flow, shifted"],
    ["absolute", "Free on the card"],
  ],
  flex: [
    ["initial", "Its size or less"],
    ["none", "Keeps its size"],
    ["1", "1 share"],
    ["2", "2 shares"],
    ["3", "3 shares"],
  ],
  "flex-wrap": [
    ["nowrap", "One line"],
    ["wrap", "As many as needed"],
  ],
  "text-wrap": [
    ["balance", "Even lines"],
    ["pretty", "No single last word"],
    ["wrap", "Full lines"],
    ["nowrap", "One line"],
  ],
  "object-fit": [
    ["cover", "Fill the box"],
    ["contain", "Show all of it"],
    ["fill", "Stretch"],
    ["none", "Its own size"],
  ],
  "font-weight": [
    ["300", "Light"],
    ["400", "Regular"],
    ["500", "Medium"],
    ["600", "Semibold"],
    ["700", "Bold"],
    ["800", "Extra bold"],
    ["900", "Black"],
  ],
  "grid-template-columns": [1, 2, 3, 4].map((count) => [
    `repeat(${count}, minmax(0, 1fr))`,
    count === 1 ? "1" : `${count} of equal width`,
  ]),
  "list-style-type": [
    ["disc", "Dots"],
    ['"– "', "Dashes"],
    ['"✓ "', "Check marks"],
    ["decimal", "Numbers"],
    ["none", "None"],
  ],
  "box-shadow": [
    ["none", "None"],
    ["0 4px 12px #00000033", "Soft"],
    ["0 12px 40px #00000066", "Strong"],
  ],
};

/** The values of a property to choose from, with plain words; undefined if it has others, too. */
export function choicesOf(
  { name, syntax }: Pick<PropertyDescription, "name" | "syntax">,
  { fields, template }: Pick<Design, "fields" | "template">,
): Choices | undefined {
  const known = choices[name];
  if (known) return known;
  const named = (values: readonly string[]) => values.map((value) => [value, toShown(value)] as const);
  if (name === "font-family") {
    const own = template.value.checked?.fontFaces.map(({ family }) => family) ?? [];
    const families = [...new Set([...own, ...bundledFonts.map(({ family }) => family)])];
    return [
      ...named(["var(--font-heading)", "var(--font-body)"]),
      ...families.map((family) => [`"${family}"`, family] as const),
    ];
  }
  if (name === "background-image") {
    const images = [...fields.value].filter(
      ([, field]) => field.kind === "text" && field.format === "image-url",
    );
    return [
      ["none", "None"],
      ...named(["var(--ground-gradient)", "var(--poster-gradient)", "var(--highlight-gradient)"]),
      ...images.map(([field]) => [`url({{${field}}})`, toLabel(field)] as const),
    ];
  }
  const keywords = syntax.split(" | ");
  if (keywords.length < 2 || !keywords.every((keyword) => /^[a-z-]+$/.test(keyword))) return undefined;
  return keywords.map((keyword) => [keyword, sentence(keyword.replaceAll("-", " "))]);
}
