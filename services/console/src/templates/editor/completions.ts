import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from "@codemirror/autocomplete";
import {
  elementNames,
  filters,
  layoutName,
  loopValues,
  propertyTable,
  templateJsonWords,
  brandValues,
  brandVariableNames,
  variableNames,
  type PropertyDescription,
} from "@placard/templates/vocabulary";

const elements = [...elementNames, "style"];

const attributes: readonly Completion[] = [
  { label: "class", apply: 'class=""' },
  { label: "style", apply: 'style=""' },
  { label: "src", apply: 'src="assets/"' },
  { label: "alt", apply: 'alt=""' },
  { label: "lang", apply: 'lang=""' },
  { label: "dir", apply: 'dir="auto"' },
  { label: "if", apply: 'if=""', info: 'Keeps the element only if the field has a value: if="author"' },
  { label: "unless", apply: 'unless=""', info: "Keeps the element only if the field has no value" },
  { label: "each", apply: 'each="item of "', info: "Repeats the element for each entry of a list" },
  {
    label: "drop",
    apply: 'drop="1"',
    info: "Left out if there is too little space, the highest number first",
  },
];

/**
 * Completes template.html: elements, attributes, placeholders, CSS properties and values.
 * @param listFields the names of the fields in template.json
 */
export function completeHtml(listFields: () => readonly string[]): CompletionSource {
  return (context) => {
    const placeholder = context.matchBefore(/\{\{[^{}]*/);
    if (placeholder) return completePlaceholder(context, placeholder.text, listFields());
    const before = context.state.sliceDoc(0, context.pos);
    const isInStyleElement = before.lastIndexOf("<style") > before.lastIndexOf("</style");
    const styleAttribute = /\sstyle="([^"]*)$/.exec(before);
    if (isInStyleElement || styleAttribute) return completeCss(context, styleAttribute?.[1] ?? before);
    return completeMarkup(context, before);
  };
}

/** Completes the keys and keywords of template.json. */
export const completeJson: CompletionSource = (context) => {
  const word = context.matchBefore(/"[\w-]*/);
  if (!word) return null;
  return {
    from: word.from + 1,
    options: Array.from(templateJsonWords, (label) => ({ label })),
    validFor: /^[\w-]*$/,
  };
};

function completePlaceholder(
  context: CompletionContext,
  text: string,
  fields: readonly string[],
): CompletionResult | null {
  const word = /[\w.]*$/.exec(text)?.[0] ?? "";
  const isFilter = /\|\s*[\w.]*$/.test(text);
  const names = isFilter
    ? Object.keys(filters)
    : [...fields, ...loopValues, layoutName, ...brandValues.map((name) => `brand.${name}`)];
  return {
    from: context.pos - word.length,
    options: names.map((label) => ({ label, type: "variable" })),
    validFor: /^[\w.]*$/,
  };
}

function completeCss(context: CompletionContext, before: string): CompletionResult | null {
  const declaration = /[^{};]*$/.exec(before)?.[0] ?? "";
  const word = /[\w-]*$/.exec(declaration)?.[0] ?? "";
  const from = context.pos - word.length;
  const [name = "", ...value] = declaration.split(":");
  const own = new Set(context.state.doc.toString().match(/--[a-z][\w-]*(?=\s*:)/gi));
  if (/var\(\s*[\w-]*$/.test(declaration)) {
    const names = new Set([...own, ...variableNames, ...brandVariableNames]);
    const options = [...names].map((label) => ({ label, type: "variable" }));
    return { from, options, validFor: /^[\w-]*$/ };
  }
  if (value.length > 0) {
    const property = propertyTable.find((each) => each.name === name.trim());
    return {
      from,
      options: [...(property ? valueOptions(property) : []), ...variableOptions(own)],
      validFor: /^[\w-]*$/,
    };
  }
  // A selector, or the start of a block that is not closed yet: properties only after a brace or a semicolon.
  const separator = before.at(-declaration.length - 1);
  const isInAttribute = !before.includes("{") && !before.includes("<style");
  if (separator !== ";" && separator !== "{" && !isInAttribute) return null;
  if (word === "" && !context.explicit) return null;
  return {
    from,
    options: propertyTable.map(({ name: label, syntax, example }) => ({
      label,
      detail: ` ${shorten(syntax)}`,
      info: `Example: ${label}: ${example}`,
      apply: `${label}: `,
      type: "property",
    })),
    validFor: /^[\w-]*$/,
  };
}

/** The keywords in a property's value definition syntax, and its example. */
function valueOptions({ syntax, example }: PropertyDescription): Completion[] {
  const keywords = syntax.replaceAll(/<[^>]*>|'[^']*'/g, " ").match(/[a-z][a-z-]+\b(?!\()/g) ?? [];
  const functions = syntax.match(/[a-z-]+(?=\()/g) ?? [];
  const labels = [...new Set([...keywords, ...functions.map((name) => `${name}()`)])];
  return [
    ...labels.map((label) => ({ label, type: "keyword" })),
    { label: example, detail: " example", boost: 1 },
  ];
}

/** The variables of the template, of the palette and of the brand. */
function variableOptions(own: ReadonlySet<string>): Completion[] {
  const labels = [
    ...[...new Set([...own, ...variableNames])].map((name) => `var(${name})`),
    ...brandVariableNames.map((name) => `var(${name}, )`),
  ];
  return labels.map((label) => ({ label, type: "variable", boost: -1 }));
}

function completeMarkup(context: CompletionContext, before: string): CompletionResult | null {
  const tag = /<\/?([a-z\d]*)$/i.exec(before);
  if (tag)
    return {
      from: context.pos - (tag[1]?.length ?? 0),
      options: elements.map((label) => ({ label, type: "type" })),
      validFor: /^[a-z\d]*$/i,
    };
  const attribute = /<[a-z][^<>]*\s([a-z-]*)$/i.exec(before);
  const isInValue = (attribute?.[0].match(/"/g)?.length ?? 0) % 2 === 1;
  if (!attribute || isInValue) return null;
  return { from: context.pos - (attribute[1]?.length ?? 0), options: attributes, validFor: /^[a-z-]*$/i };
}

function shorten(syntax: string): string {
  return syntax.length > 40 ? `${syntax.slice(0, 39)}…` : syntax;
}
