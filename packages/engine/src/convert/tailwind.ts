import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { ConversionError, positionAttribute, type Loss } from "@placard/templates/convert";
import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes } from "parse5";
import { positionOf } from "./card-tree.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** What Tailwind's Preflight does to the elements of templates. */
const preflight = `
*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
:root { line-height: 1.5; font-family: sans-serif }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
a { color: inherit; text-decoration: inherit }
ol, ul { list-style: none }
img, svg { display: block }
img { max-width: 100%; height: auto }`;

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
    /cdn\.tailwindcss\.com|@tailwindcss\/browser|@import\s+["']tailwindcss/u.test(html) ||
    (/\sclass\s*=/iu.test(html) && !/<style|rel=["']?stylesheet/iu.test(html))
  );
}

/**
 * Adds the rules of the Tailwind classes of an HTML document behind it, so that its lines stay where they
 * are.
 * @throws ConversionError if Tailwind is not installed
 */
export async function addTailwindRules(html: string): Promise<{ html: string; losses: Loss[] }> {
  const uses = elementsOf(parse(html, { sourceCodeLocationInfo: true })).flatMap((element) => {
    const { startLine: line = 1, startCol: column = 1 } = element.sourceCodeLocation ?? {};
    return wordsOf(element, "class").map((name) => ({ name, place: { line, column } }));
  });
  const { css, losses } = await compileUses(uses);
  return { html: `${html}${styleOf(preflight + css)}`, losses };
}

interface ClassUse {
  readonly name: string;
  readonly place: { readonly line: number; readonly column: number };
}

/** The rules of classes, and the classes that have none. */
async function compileUses(uses: readonly ClassUse[]): Promise<{ css: string; losses: Loss[] }> {
  const css = await compileClasses(uses.map(({ name }) => name));
  const known = new Set(
    [...css.matchAll(/\.((?:\\.|[\w-])+)/gu)].map((match) => match[1]!.replace(/\\(.)/gu, "$1")),
  );
  const losses = uses
    .filter(({ name }) => !known.has(name) && !/^(?:group|peer)(?:\/|$)/u.test(name))
    .map(({ name, place }): Loss => ({
      ...place,
      what: `Tailwind has no class \`${name}\``,
      severity: "dropped",
    }));
  return { css, losses };
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

async function compileClasses(classes: readonly string[]): Promise<string> {
  const { compile } = await import("tailwindcss").catch((cause: unknown) => {
    const message =
      "Tailwind classes need the package `tailwindcss`. Install it with `npm install tailwindcss`.";
    throw new ConversionError(message, { cause });
  });
  const theme = await readFile(createRequire(import.meta.url).resolve("tailwindcss/theme.css"), "utf8");
  const { build } = await compile(`${theme}\n@tailwind utilities;`);
  return simplify(build([...new Set(classes)]));
}

/** Writes the output of Tailwind without layers and registered properties. */
function simplify(css: string): string {
  const initial: string[] = [];
  const rules = css
    .replace(/@layer properties\s*\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/gu, "")
    .replace(/@property\s+(--[\w-]+)\s*\{([^}]*)\}/gu, (_, name: string, body: string) => {
      const [, value] = /initial-value:\s*([^;}]+)/u.exec(body) ?? [];
      if (value !== undefined) initial.push(`${name}: ${value.trim()}`);
      return "";
    })
    .replace(/@layer [\w, -]+;/gu, "")
    .replaceAll("calc(infinity * 1px)", "9999px")
    .replace(/:root, :host/gu, ":root")
    .replace(/\/\*.*?\*\//gsu, "");
  const defaults = initial.length > 0 ? `*, ::before, ::after { ${initial.join("; ")} }\n` : "";
  return defaults + rules.trim();
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
