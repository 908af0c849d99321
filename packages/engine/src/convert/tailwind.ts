import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { classesIn, ConversionError, positionAttribute, type Loss } from "@placard/templates/convert";
import { defaultTreeAdapter as adapter, parse, parseFragment, serialize } from "parse5";
import { attributeOf, elementsOf, positionOf, type Element, type ParentNode } from "./card-tree.ts";

/** What Tailwind's Preflight does to the elements of templates. */
const preflight = [
  "*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }",
  ":root { line-height: 1.5; font-family: sans-serif }",
  "h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }",
  "a { color: inherit; text-decoration: inherit }",
  "button { font: inherit; letter-spacing: inherit; color: inherit; background-color: transparent }",
  "ol, ul { list-style: none }",
  "img, svg { display: block }",
  "img { max-width: 100%; height: auto }",
];

/** Classes that Tailwind 4 has another name for. Satori's `tw` has the names of Tailwind 3. */
const renamed: Readonly<Record<string, string>> = {
  rounded: "rounded-sm",
  "rounded-sm": "rounded-xs",
  shadow: "shadow-sm",
  "shadow-sm": "shadow-xs",
  "flex-grow": "grow",
  "flex-grow-0": "grow-0",
  "flex-shrink": "shrink",
  "flex-shrink-0": "shrink-0",
  "overflow-ellipsis": "text-ellipsis",
};

/** Classes of Tailwind that satori's `tw` ignores, besides those that begin with `!`. */
const ignored = new RegExp(
  `^!|^-?(?:space-|divide-|from-|via-|to-|grid|gap-|size-|truncate|line-clamp-|whitespace-|break-|object-|rotate-
  |translate-|scale-|skew-|origin-|ring|drop-shadow|blur|backdrop-|brightness-|contrast-|grayscale|invert|saturate-
  |sepia|hue-|mix-|basis-|order-|place-|z-|inline|outline|fill-|stroke-|decoration-|list-|align-|indent-|columns-
  |float-|clear-|box-|animate-|transition|duration-|antialiased|select-|cursor-|pointer-|underline-offset-|[mp][se]-
  |(?:block|contents|table|flow-root|fixed|sticky|static|isolate|visible|invisible|overline|border-none)$
  |(?:min-|max-)?[wh]-(?:fit|min|max|prose|[dsl]v[wh])$|(?:rounded|border)-(?:[es]{1,2}|x|y)(?:-|$)|[a-z]+-[a-z]+-950
  |justify-(?:items|self|stretch|normal)|content-evenly|overflow-(?:auto|clip|x|y)|(?:opacity|shadow)-\\[
  |text-(?:balance|pretty|wrap|nowrap|ellipsis|clip|start|end|[a-z0-9]+/(?:\\D|\\d$))
  |bg-(?:gradient|linear|radial|conic|cover|contain|center|top|bottom|left|right|repeat|no-repeat|fixed|local|clip
  |origin|blend))`.replace(/\s+/gu, ""),
  "u",
);

/** Whether the classes of an HTML document are Tailwind's. */
export function usesTailwind(html: string): boolean {
  return (
    /cdn\.tailwindcss\.com|@tailwindcss\/browser|@import\s+["']tailwindcss|text\/tailwindcss/u.test(html) ||
    (/\sclass\s*=/iu.test(html) && !/<style|rel=["']?stylesheet/iu.test(html))
  );
}

/**
 * Adds the rules of the Tailwind classes of an HTML document behind it, so that its lines stay where they
 * are. Tailwind also compiles the style elements that are written for it.
 * @throws ConversionError if Tailwind is not installed, or refuses a style element
 */
export async function addTailwindRules(html: string): Promise<{ html: string; losses: Loss[] }> {
  const elements = elementsOf(parse(html, { sourceCodeLocationInfo: true }));
  const uses = elements.flatMap((element) => {
    const { startLine: line = 1, startCol: column = 1 } = element.sourceCodeLocation ?? {};
    return wordsOf(element, "class").map((name) => ({ name, place: { line, column } }));
  });
  const sources: string[] = [];
  const rest = html.replace(
    /(<style\b[^>]*\btype=["']?text\/tailwindcss[^>]*>)(.*?)(?=<\/style)/gisu,
    (_, tag: string, source: string) => {
      sources.push(source.replace(/@import\s+["']tailwindcss[^;]*;/gu, ""));
      return tag + source.replace(/[^\n]/gu, "");
    },
  );
  const styles = elements.filter(({ tagName }) => tagName === "style");
  const own = classesIn(styles.map((element) => serialize(element)).join("\n"));
  const { css, losses } = await compileUses(
    uses.filter(({ name }) => !own.has(name)),
    createBase(elements) + sources.join("\n"),
  );
  return { html: `${rest}${styleOf(css)}`, losses };
}

function createBase(elements: readonly Element[]): string {
  const tags = new Set(elements.map(({ tagName }) => tagName));
  const isUsed = (rule: string) =>
    !/^[a-z]/u.test(rule) || rule.match(/\w+(?=[, ].*\{)/gu)!.some((tag) => tags.has(tag));
  return `@layer base {\n${preflight.filter(isUsed).join("\n")}\n}\n`;
}

/** The rules of classes, and the classes that have none. */
async function compileUses(
  uses: readonly { readonly name: string; readonly place?: Pick<Loss, "line" | "column"> }[],
  source = "",
): Promise<{ css: string; losses: Loss[] }> {
  const names = uses.map(({ name }) => name);
  const css = await compileClasses(names, source);
  const known = classesIn(css);
  const losses = uses.flatMap(({ name, place }): Loss[] => {
    const isOther = place && !known.has(name) && !/^(?:group|peer)(?:\/|$)/u.test(name);
    return isOther ? [{ ...place, what: `Tailwind has no class \`${name}\``, severity: "dropped" }] : [];
  });
  return { css, losses };
}

/** Converts `tw` attributes, and classes if there are no rules, to classes with rules. */
export async function convertTailwind(card: ParentNode, isSatori: boolean): Promise<Loss[]> {
  const elements = elementsOf(card);
  const hasOwnRules = elements.some(({ tagName }) => tagName === "style");
  // Renderers with `tw` have no Preflight.
  const base = isSatori || elements.some((each) => attributeOf(each, "tw")) ? "" : createBase(elements);
  const uses = elements.flatMap((element) => {
    const tw = wordsOf(element, "tw")
      .filter((name) => !isSatori || !ignored.test(name))
      .map((name) => (isSatori ? (renamed[name] ?? name) : name));
    // Satori ignores classes.
    const classes = isSatori && !hasOwnRules ? [] : wordsOf(element, "class");
    element.attrs = element.attrs.filter(({ name }) => name !== "tw" && name !== "class");
    const all = [...classes, ...tw];
    if (all.length > 0) element.attrs.push({ name: "class", value: all.join(" ") });
    const place = attributeOf(element, positionAttribute) && positionOf(element); // not those of libraries
    return (hasOwnRules ? tw : all).map((name) => ({ name, ...(place && { place }) }));
  });
  if (uses.length === 0) return [];
  const { css, losses } = await compileUses(uses, base);
  const addRules = (rules: string) => {
    const first = card.childNodes[0]!;
    for (const node of parseFragment(styleOf(rules)).childNodes) adapter.insertBefore(card, node, first);
  };
  const [known, used] = [classesIn(css), new Set<string>()];
  for (const { attrs } of elements)
    for (const attribute of attrs.filter(({ name }) => name === "class")) {
      const isKnown = (name: string) => known.has(name) || (hasOwnRules && !isSatori);
      const names = attribute.value.split(" ").filter(isKnown);
      const kept = isSatori ? removeOverridden(names, css) : names;
      attribute.value = kept.join(" ");
      for (const name of kept) used.add(name);
    }
  addRules(isSatori ? await compileClasses([...used]) : css);
  return losses;
}

/** In satori, a later class of an element wins. In CSS, the later rule does. */
function removeOverridden(names: readonly string[], css: string): string[] {
  const rules = Array.from(
    css.matchAll(/^\s*\.(\S+) \{([^{}]*)\}/gmu),
    ([, name = "", declarations = ""]) => ({
      name: name.replace(/\\(.)/gu, "$1"),
      properties: Array.from(declarations.matchAll(/^\s*([a-z][\w-]*):/gmu), (match) => match[1]!),
    }),
  );
  return names.filter((name, index) => {
    const rank = rules.findIndex((rule) => rule.name === name);
    const earlier = rules
      .slice(0, Math.max(rank, 0))
      .filter((rule) => names.indexOf(rule.name, index) > index);
    // `padding` also sets `padding-top`, but `flex` does not set `flex-direction`.
    const isSet = (property: string) =>
      earlier.some(({ properties }) =>
        properties.some(
          (other) => property === other || (other !== "flex" && property.startsWith(`${other}-`)),
        ),
      );
    return earlier.length === 0 || !rules[rank]!.properties.every(isSet);
  });
}

function styleOf(css: string): string {
  return `\n<style ${positionAttribute}="1:1">\n${css.trim()}\n</style>\n`;
}

async function compileClasses(classes: readonly string[], source = ""): Promise<string> {
  const { compile } = await import("tailwindcss").catch((cause: unknown) => {
    const message =
      "Tailwind classes need the package `tailwindcss`. Install it with `npm install tailwindcss`.";
    throw new ConversionError(message, { cause });
  });
  const theme = await readFile(createRequire(import.meta.url).resolve("tailwindcss/theme.css"), "utf8");
  const layers = "@layer theme, base, components, utilities;";
  const utilities = "@layer utilities {\n@tailwind utilities;\n}";
  const { build } = await compile(`${layers}\n@layer theme {\n${theme}\n}\n${source}\n${utilities}`).catch(
    (cause: unknown) => {
      throw new ConversionError(`Tailwind: ${cause instanceof Error ? cause.message : String(cause)}.`, {
        cause,
      });
    },
  );
  return simplify(build([...new Set(classes)]));
}

/** The output of Tailwind without comments and its rule for browsers that don't have `@property`. */
function simplify(css: string): string {
  return css
    .replace(/@layer properties(?:;| \{.*?\n\})/gsu, "")
    .replaceAll("calc(infinity * 1px)", "9999px")
    .replaceAll(":root, :host", ":root")
    .replace(/\/\*.*?\*\//gsu, "")
    .trim();
}

function wordsOf(element: Element, attribute: string): string[] {
  return attributeOf(element, attribute)?.match(/\S+/gu) ?? [];
}
