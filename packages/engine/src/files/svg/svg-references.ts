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

/** The rules of a style sheet: which IDs an element refers to through it. */
export interface StyleReferences {
  of: (name: string, id: string | undefined, classes: readonly string[]) => readonly string[];
}

/** Finds the references in style sheets. Any selector but a type, class or ID matches every element. */
export function styleReferences(styleSheets: readonly string[]): StyleReferences {
  const bySelector = new Map<string, string[]>();
  for (const css of styleSheets) {
    referencesIn(css, "a style element");
    for (const [, selectors = "", body = ""] of css
      .replace(/\/\*[^]*?\*\//g, "")
      .matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const ids = referencesIn(body, "a style element");
      if (ids.length === 0) continue;
      for (const selector of selectors.split(",").map((part) => part.trim())) {
        const key = /^[.#]?[\w-]+$/.test(selector) ? selector : "*";
        bySelector.set(key, [...(bySelector.get(key) ?? []), ...ids]);
      }
    }
  }
  return {
    of: (name, id, classes) =>
      bySelector.size === 0
        ? []
        : ["*", name, `#${id}`, ...classes.map((each) => `.${each}`)].flatMap(
            (key) => bySelector.get(key) ?? [],
          ),
  };
}
