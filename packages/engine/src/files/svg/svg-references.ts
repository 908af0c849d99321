import { getOrInsert } from "@placard/contracts/maps";
import { InvalidFileError } from "../invalid-file.ts";

/** References in CSS values: `url(#id)`. */
const localUrl = /url\(\s*(["']?)#([^"'()\\\s]+)\1\s*\)/gi;

/**
 * The IDs that a CSS value, or a style sheet, refers to. Throws InvalidFileError for references to anything
 * outside of the document, at-rules, and escapes, which could hide a reference.
 */
export function referencesIn(css: string, place: string): string[] {
  if (/[\\]/.test(css))
    throw new InvalidFileError(
      `The SVG document has an escape (\\) in ${place}. Write the character itself.`,
    );
  if (css.includes("@"))
    throw new InvalidFileError(`The SVG document has an at-rule (@…) in ${place}. Remove it.`);
  const ids = [...css.matchAll(localUrl)].map(([, , id = ""]) => id);
  if (/(?:url|src|image|image-set)\s*\(/i.test(css.replace(localUrl, "")))
    throw new InvalidFileError(
      `The SVG document refers to another file in ${place}. Refer only to elements of the document, as in url(#id).`,
    );
  return ids;
}

/** The IDs that elements refer to through style sheets. */
export interface StyleReferences {
  of: (name: string, id: string | undefined, classes: readonly string[]) => readonly string[];
}

/** Pairs of a selector and an ID at most. */
const maxStyleReferences = 20_000;

/** Finds the references to known IDs. Any selector but a type, class or ID matches every element. */
export function styleReferences(
  styleSheets: readonly string[],
  isKnown: (id: string) => boolean,
): StyleReferences {
  const bySelector = new Map<string, Set<string>>();
  let count = 0;
  for (const [selectors, body] of styleSheets.flatMap(rulesIn)) {
    const ids = new Set(referencesIn(body, "a style element").filter(isKnown));
    if (ids.size === 0) continue;
    for (const selector of selectors.split(",").map((part) => part.trim())) {
      if ((count += ids.size) > maxStyleReferences)
        throw new InvalidFileError(
          `The SVG document is too complex: its styles have more than ${maxStyleReferences} references.`,
        );
      const key = /^[.#]?[\w-]+$/.test(selector) ? selector : "*";
      const found = getOrInsert(bySelector, key, () => new Set());
      for (const id of ids) found.add(id);
    }
  }
  return {
    of: (name, id, classes) =>
      bySelector.size === 0
        ? []
        : ["*", name, `#${id}`, ...classes.map((each) => `.${each}`)].flatMap((key) => [
            ...(bySelector.get(key) ?? []),
          ]),
  };
}

const comments = /\/\*[^]*?(?:\*\/|$)/g;
/** What decides where a rule ends (CSS Syntax 3, clause 5.4): a bracket, or text where none counts. */
const brackets = new RegExp(
  `${comments.source}|${localUrl.source}|"[^"\n]*["\n]?|'[^'\n]*['\n]?|[()[\\]{}]`,
  "gi",
);
const closing = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** The selectors and the body of each rule; the last may not be closed. Reads each character once. */
function rulesIn(css: string): [selectors: string, body: string][] {
  const rules: [string, string][] = [];
  const open: string[] = [];
  let [start, bodyStart] = [0, -1];
  const endRule = (end: number) => {
    rules.push([css.slice(start, bodyStart).replace(comments, ""), css.slice(bodyStart + 1, end)]);
    [start, bodyStart] = [end + 1, -1];
  };
  for (const { 0: token, index } of css.matchAll(brackets)) {
    const closer = closing.get(token);
    if (closer !== undefined) {
      if (token === "{" && open.length === 0) bodyStart = index;
      open.push(closer);
    } else if (token === open.at(-1)) {
      open.pop();
      if (open.length === 0 && bodyStart >= 0) endRule(index);
    }
  }
  if (bodyStart >= 0) endRule(css.length);
  return rules;
}
