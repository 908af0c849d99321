import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { ConversionError, positionAttribute, type Loss } from "@placard/templates/convert";
import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5";
import { positionOf } from "./card-tree.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** What Tailwind's Preflight does to the elements of templates. */
const preflight = [
  ["*, ::before, ::after", "box-sizing: border-box; margin: 0; padding: 0; border: 0 solid"],
  [":root", "line-height: 1.5; font-family: sans-serif"],
  ["h1, h2, h3, h4, h5, h6", "font-size: inherit; font-weight: inherit"],
  ["a", "color: inherit; text-decoration: inherit"],
  ["button", "font: inherit; letter-spacing: inherit; color: inherit; background-color: transparent"],
  ["ol, ul", "list-style: none"],
  ["img, svg", "display: block"],
  ["img", "max-width: 100%; height: auto"],
] as const;

/** Classes that Tailwind 4 has another name for. Satori's `tw` has the names of Tailwind 3. */
const renamed: Readonly<Record<string, string>> = {
  rounded: "rounded-sm",
  "rounded-sm": "rounded-xs",
  shadow: "shadow-sm",
  "shadow-sm": "shadow-xs",
  blur: "blur-sm",
  "blur-sm": "blur-xs",
  "flex-grow": "grow",
  "flex-grow-0": "grow-0",
  "flex-shrink": "shrink",
  "flex-shrink-0": "shrink-0",
  "overflow-ellipsis": "text-ellipsis",
};

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
  const tags = new Set(elements.map(({ tagName }) => tagName));
  const base = `@layer base {\n${preflightOf(tags)}}\n`;
  const own = classesIn(
    elements
      .filter(({ tagName }) => tagName === "style")
      .map(textOf)
      .join("\n"),
  );
  const { css, losses } = await compileUses(
    uses.filter(({ name }) => !own.has(name)),
    base + sources.join("\n"),
  );
  return { html: `${rest}${styleOf(css)}`, losses };
}

/** The rules of Preflight for the elements of a document. */
function preflightOf(tags: ReadonlySet<string>): string {
  return preflight
    .map(([selectors, declarations]) => {
      const used = selectors.split(", ").filter((each) => !/^[a-z]/u.test(each) || tags.has(each));
      return used.length > 0 ? `${used.join(", ")} { ${declarations} }\n` : "";
    })
    .join("");
}

interface ClassUse {
  readonly name: string;
  readonly place: { readonly line: number; readonly column: number };
}

/** The rules of classes, and the classes that have none. */
async function compileUses(uses: readonly ClassUse[], source = ""): Promise<{ css: string; losses: Loss[] }> {
  const names = uses.map(({ name }) => name);
  const css = await compileClasses(names, source);
  const known = classesIn(css);
  const losses = uses
    .filter(({ name }) => !known.has(name) && !/^(?:group|peer)(?:\/|$)/u.test(name))
    .map(({ name, place }): Loss => ({
      ...place,
      what: `Tailwind has no class \`${name}\``,
      severity: "dropped",
    }));
  return { css, losses };
}

/** The names of the classes in a style sheet. */
function classesIn(css: string): ReadonlySet<string> {
  const names = css.matchAll(/\.((?:\\.|[\w-]|[^\0-\x7f])+)/gu);
  return new Set(Array.from(names, (match) => match[1]!.replace(/\\(.)/gu, "$1")));
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}

/** Converts `tw` attributes, and classes if there are no rules, to classes with rules. */
export async function convertTailwind(
  html: string,
  { isSatori }: { readonly isSatori: boolean },
): Promise<{ html: string; losses: Loss[] }> {
  const tree = parseFragment(html);
  const elements = elementsOf(tree);
  const hasOwnRules = elements.some(({ tagName }) => tagName === "style");
  const uses = elements.flatMap((element) => {
    const tw = wordsOf(element, "tw").map((name) => (isSatori ? (renamed[name] ?? name) : name));
    const own = hasOwnRules ? [] : wordsOf(element, "class");
    if (tw.length > 0) {
      const all = [...wordsOf(element, "class"), ...tw].join(" ");
      element.attrs = [
        ...element.attrs.filter(({ name }) => name !== "tw" && name !== "class"),
        { name: "class", value: all },
      ];
    }
    return [...tw, ...own].map((name) => ({ name, place: positionOf(element) }));
  });
  if (uses.length === 0) return { html, losses: [] };
  const { css, losses } = await compileUses(uses);
  return { html: `${styleOf(css)}${serialize(tree)}`, losses };
}

function styleOf(css: string): string {
  return `\n<style ${positionAttribute}="1:1">\n${css.trim()}\n</style>\n`;
}

async function compileClasses(classes: readonly string[], source: string): Promise<string> {
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

function elementsOf(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return parent.childNodes.flatMap((node) => ("tagName" in node ? [node, ...elementsOf(node)] : []));
}

function wordsOf({ attrs }: Element, attribute: string): string[] {
  return (
    attrs
      .find(({ name }) => name === attribute)
      ?.value.split(/\s+/u)
      .filter((word) => word !== "") ?? []
  );
}
