import type { Loss } from "@placard/templates/convert";
import { toWords } from "@placard/templates/fields";
import { brandVariableNames, variableNames } from "@placard/templates/vocabulary";
import { defaultTreeAdapter as adapter, html as namespaces, type DefaultTreeAdapterTypes } from "parse5";
import {
  attributeOf,
  declarationsOf,
  isElement,
  positionOf,
  type Element,
  type Node,
  type ParentNode,
} from "./card-tree.ts";
import type { Outcome } from "./conditions.ts";
import type { CardRun } from "./runtime/render-card.ts";

/** A value of a card's code that becomes a field, or a list. */
export interface CardField {
  /** Of the value in the code, joined by dots. */
  readonly path: string;
  /** In the template; of a property of an entry, its own name. */
  readonly name: string;
  /** The name of a list's loop variable; undefined for other fields. */
  readonly variable: string | undefined;
  /** The list that the value is an entry of, or a property of an entry. */
  readonly parent: CardField | undefined;
  /** The characters that stand for it, with different filters. */
  readonly characters: readonly string[];
  readonly filters: ReadonlyMap<string, readonly string[]>;
  /** Whether code converts it to a number. */
  readonly isNumber: boolean;
  /** The name in placeholders and conditions, such as `title` or `item.name`. */
  readonly expression: string;
}

const entry = "[]";

/**
 * The fields of a card: the values that it shows, and the values that its code reads. They have the names of
 * the code, made unique.
 */
export function describeFields({
  html,
  tokens: all,
  lists,
  read,
  numbers,
}: Pick<CardRun, "html" | "tokens" | "lists" | "read" | "numbers">): CardField[] {
  const tokens = all.filter(({ character }) => html.includes(character));
  const fields = new Map<string, CardField>();
  const usedIn = new Map<CardField | undefined, Set<string>>();
  const nameIn = (parent: CardField | undefined, path: readonly string[]): string => {
    const used = usedIn.get(parent) ?? new Set(["index", "separator", "brand"]);
    usedIn.set(parent, used);
    return nameOf(path, used);
  };
  const create = (path: readonly string[], isList: boolean): CardField => {
    const key = path.join(".");
    const known = fields.get(key);
    if (known) return known;
    const at = path.indexOf(entry);
    const parent = at > 0 ? create(path.slice(0, at), true) : undefined;
    const own = tokens
      .filter((token) => token.path.join(".") === key)
      .sort((a, b) => a.filters.length - b.filters.length);
    const names = path.slice(at + 1).filter((part) => part !== entry);
    const isEntry = parent !== undefined && names.length === 0;
    const variable = isList ? nameIn(undefined, ["item"]) : undefined;
    const name = isEntry ? "" : nameIn(parent, names);
    const field = createField(name, parent, numbers.has(key), {
      path: key,
      variable,
      characters: own.map(({ character }) => character),
      filters: new Map(own.map(({ character, filters }) => [character, filters])),
    });
    fields.set(key, field);
    return field;
  };
  for (const list of lists) if (!list.includes(entry)) create(list.split("."), true);
  for (const { path } of tokens) create(path, false);
  const isShown = (name: string) =>
    [...fields.keys()].some((path) => path === name || path.startsWith(`${name}.`));
  const isLeaf = (name: string) => !read.some((other) => other.startsWith(`${name}.`));
  for (const name of read) if (isLeaf(name) && !isShown(name)) create(name.split("."), false);
  return [...fields.values()];
}

function createField(
  name: string,
  parent: CardField | undefined,
  isNumber: boolean,
  values: Pick<CardField, "path" | "variable" | "characters" | "filters">,
): CardField {
  const expression = [parent?.variable, name].filter(Boolean).join(".");
  return { name, parent, isNumber, expression, ...values };
}

function nameOf(path: readonly string[], used: Set<string>): string {
  const words = path
    .filter((part) => !part.startsWith("("))
    .map((part) => part.replace(/[^A-Za-z0-9]+/gu, "_").replace(/^[^A-Za-z]+|_+$/gu, ""))
    .filter(Boolean);
  const base = (words.at(-1) ?? "value").slice(0, 36);
  let name = base;
  for (let count = 2; used.has(name) && count <= words.length; count++)
    name = words.slice(-count).join("_").slice(0, 40);
  for (let count = 2; used.has(name); count++) name = `${base}_${count}`;
  used.add(name);
  return name;
}

const textField = { type: "string", maxLength: 300 };

/** What code says about fields. Examples and defaults are by the characters of the fields. */
export interface FieldValues {
  readonly examples: ReadonlyMap<string, string>;
  /** Whether code replaces an absent value by its example. */
  readonly defaults: ReadonlySet<string>;
  /** That parts of the card depend on. */
  readonly outcomesOf: (field: CardField) => readonly Outcome[];
}

interface Written {
  readonly fields: Record<string, Record<string, unknown>>;
  readonly losses: readonly Loss[];
}

/** Replaces the characters that stand for values by placeholders, and says what kind of field each one is. */
export function writePlaceholders(
  card: ParentNode,
  found: readonly CardField[],
  values: FieldValues,
): Written {
  const fields = [...found];
  const examples = new Map(values.examples);
  const kinds = new Map<CardField, Record<string, unknown>>();
  const losses: Loss[] = [];
  const fieldOf = (character: string) => fields.find(({ characters }) => characters.includes(character));
  const place = (text: string) => {
    const placed = text.replace(/[\ue000-\uf8ff]/gu, (character) => {
      const field = fieldOf(character);
      if (!field) return character;
      return `{{${[field.expression, ...(field.filters.get(character) ?? [])].join(" | ")}}}`;
    });
    // The first letter of a value before the rest, which is shown as the value: see `slice()`.
    return placed.replace(/\{\{([\w.]+) \| first(?: \| upper)?\}\}(?=\{\{\1(?: \| lower)?\}\})/gu, "");
  };
  const results = new Map<string, string>();
  const addResults = (text: string, element: ParentNode, list: CardField | undefined) =>
    text.replace(/;base64,[^"')]*|\bNaN(?![a-oq-z])/gu, (match, at: number) => {
      if (match !== "NaN") return match;
      const { line, column } = positionOf(element);
      const key = `${line}:${column}:${at} ${text} ${list?.path}`;
      const known = results.get(key);
      if (known !== undefined && line > 1) return known; // a copy with another condition
      const field = addResult(fields, "result", list, true);
      results.set(key, field.characters[0]!);
      const what = `The result of a calculation is now the field \`${field.name}\``;
      losses.push({ line, column, what, severity: "approximated" });
      return field.characters[0]!;
    });
  const urls = new Map<string, CardField>();
  /** The field of an image by URL. A URL that is put together from parts has a field of its own. */
  const urlField = (url: string, element: Element, list: CardField | undefined): CardField | undefined => {
    const parts = [...url].flatMap((character) => fieldOf(character) ?? []);
    const part = parts.find(({ path }) => !path.startsWith("env.")) ?? parts[0];
    let field = url.length === 1 ? part : urls.get(url);
    if (!field && part) {
      const [, file] = /\/([\w-]+)\.\w+(?:[?#].*)?$/u.exec(url) ?? [];
      const isData = url.startsWith("data:") || /^(?:file|fetch)(?:_|$)/u.test(part.name);
      field = addResult(fields, file ?? (isData ? "image" : `${part.name}_image`), list, false);
      urls.set(url, field);
      examples.set(
        field.characters[0]!,
        url.replace(/[\ue000-\uf8ff]/gu, (character) => examples.get(character) ?? character),
      );
      const what = `The URL of an image that is put together from parts is now the field \`${field.name}\``;
      losses.push({ ...positionOf(element), what, severity: "approximated" });
    }
    if (field) kinds.set(field, { type: "string", format: "image-url" });
    return field;
  };
  /**
   * Defaults of values that conditions ask for, which would always be met with defaults of fields: a text with
   * the default, and one with the value. Returns these, or nothing if the text remains.
   */
  const splitByDefault = (node: DefaultTreeAdapterTypes.TextNode, parent: ParentNode): Element[] => {
    for (const character of node.value) {
      const field = fieldOf(character);
      const text = examples.get(character);
      if (!field || !text || !values.defaults.has(character) || !isAsked(field, values)) continue;
      const isOther = (each: Node) =>
        isElement(each) && each.tagName === "span" && attributeOf(each, "unless") === field.expression;
      if (parent.childNodes.some(isOther) || isWithin(parent, field.expression)) continue;
      const filter = (field.filters.get(character) ?? []).join();
      if (/^(?:upper|lower|)$/u.test(filter)) {
        const shown = { "": text, upper: text.toUpperCase(), lower: text.toLowerCase() }[filter]!;
        const add = (name: string, value: string): Element => {
          const span = adapter.createElement("span", namespaces.NS.HTML, [{ name, value: field.expression }]);
          adapter.insertText(span, value);
          adapter.insertBefore(parent, span, node);
          return span;
        };
        const other = add("unless", node.value.replaceAll(character, shown));
        if (node.value.trim() === character) return [];
        const own = add("if", node.value);
        adapter.detachNode(node);
        return [other, own];
      }
      const what = `\`${field.name}\` has no default, as a condition asks for it: without it, \`${text}\` is not shown`;
      losses.push({ ...positionOf(parent), what, severity: "approximated" });
    }
    return [];
  };
  const visit = (parent: ParentNode, list?: CardField, keepsLines = false): void => {
    for (const node of [...parent.childNodes]) {
      if ("value" in node && keepsLines)
        for (const field of Array.from(node.value, fieldOf))
          if (field && !field.isNumber && !kinds.has(field))
            kinds.set(field, { ...textField, multiline: true });
      if ("value" in node) for (const part of splitByDefault(node, parent)) visit(part, list, keepsLines);
      if ("value" in node) node.value = place(addResults(node.value, parent, list));
      if (!isElement(node)) continue;
      const isLoop = node.tagName === "placard-each";
      const own = (isLoop && replaceLoop(node, parent, { fields, losses })) || list;
      for (const attribute of node.attrs) {
        if (attribute.name === "style") {
          const withUrls = attribute.value.replace(
            /url\((['"]?)([^)]*?)\1\)/gu,
            (whole, _quote, url: string) => {
              const field = urlField(url, node, own);
              return field ? `url({{${field.expression}}})` : whole;
            },
          );
          attribute.value = writeStyle(addResults(withUrls, node, own), {
            fieldOf,
            kinds,
            examples,
            report: (what) => losses.push({ ...positionOf(node), what, severity: "approximated" }),
          });
        } else if (node.tagName === "img" && attribute.name === "src") {
          const field = urlField(attribute.value, node, own);
          if (field) attribute.value = `{{${field.expression}}}`;
        } else if (attribute.name !== "if" && attribute.name !== "unless" && attribute.name !== "each")
          attribute.value = place(addResults(attribute.value, node, own));
      }
      const styles = `${attributeOf(node, "style")} ${attributeOf(node, "class")}`;
      visit(node, own, keepsLines || /white-?space(?:-|: *)(?:pre|break)/u.test(styles));
    }
  };
  visit(card);
  return { fields: createFields(fields, kinds, { ...values, examples }), losses };
}

/** A field for what code calculates from values. */
function addResult(
  fields: CardField[],
  base: string,
  parent: CardField | undefined,
  isNumber: boolean,
): CardField {
  const used = new Set(fields.filter((field) => field.parent === parent).map(({ name }) => name));
  const name = nameOf([base], used);
  const results = fields.filter(({ path }) => path === "");
  const characters = [String.fromCharCode(0xf8ff - results.length)];
  const values = { path: "", variable: undefined, characters, filters: new Map() };
  const field = createField(name, parent, isNumber, values);
  fields.push(field);
  return field;
}

/** The element for a list's entries gets `each`. Returns the list; undefined within another one. */
function replaceLoop(
  marker: Element,
  parent: ParentNode,
  { fields, losses }: { fields: readonly CardField[]; losses: Loss[] },
): CardField | undefined {
  const path = attributeOf(marker, "of");
  const list = fields.find((field) => field.path === path && field.variable !== undefined);
  if (!list) {
    const what = `The list \`${path}\` is in another list: it is one text in each entry`;
    losses.push({ ...positionOf(parent), what, severity: "approximated" });
  }
  const each = list ? [{ name: "each", value: `${list.variable} of ${list.name}` }] : [];
  const children = marker.childNodes.filter(
    (node) => isElement(node) || ("value" in node && node.value.trim() !== ""),
  );
  const conditionsOf = ({ attrs }: Element) => attrs.filter(({ name }) => /^(?:if|unless)$/u.test(name));
  const attributes = [...each, ...conditionsOf(marker)];
  const [only] = children;
  const isOnly = children.length === 1 && only && isElement(only) && only.tagName !== "placard-each";
  if (isOnly && (conditionsOf(only).length === 0 || attributes.length === each.length)) {
    only.attrs.push(...attributes);
    adapter.insertBefore(parent, only, marker);
    adapter.detachNode(marker);
  } else {
    marker.tagName = "div";
    marker.nodeName = "div";
    marker.attrs = [...attributes, { name: "style", value: "display: contents" }];
  }
  return list;
}

const colors = /color|^background|^fill|^stroke|^border|shadow|^outline/u;

/** The custom properties that cards have anyway. */
const cardVariables: ReadonlySet<string> = new Set([...variableNames, ...brandVariableNames]);

/**
 * Values in styles become custom properties: colors, or numbers with their unit. The code's defaults are
 * their fallbacks.
 */
function writeStyle(
  style: string,
  {
    fieldOf,
    kinds,
    examples,
    report,
  }: {
    readonly fieldOf: (character: string) => CardField | undefined;
    readonly kinds: Map<CardField, Record<string, unknown>>;
    readonly examples: ReadonlyMap<string, string>;
    readonly report: (what: string) => void;
  },
): string {
  const variables = new Map<string, string>();
  const declarations = declarationsOf(style).map((declaration) => {
    const property = declaration.slice(0, declaration.indexOf(":")).trim();
    return declaration.replace(
      /([\ue000-\uf8ff])(px|%|em|deg|[0-9a-f]{2}(?![\w%]))?/giu,
      (whole, character: string, unit: string | undefined) => {
        const field = fieldOf(character);
        if (!field) return whole;
        const example = examples.get(character) ?? "";
        const alpha = /^[0-9a-f]{2}$/iu.test(unit ?? "") ? parseInt(unit!, 16) / 2.55 : undefined;
        const isColor = (unit === undefined || alpha !== undefined) && colors.test(property);
        const isOther = isColor ? example.includes("gradient(") : Number.isNaN(Number(example));
        if (isOther && !/[\ue000-\uf8ff]/u.test(example)) {
          const what = `\`${property}\` is as with the example of \`${field.name}\``;
          report(`${what}: styles can only have numbers and colors as values`);
          return `${example}${unit ?? ""}`;
        }
        if (!kinds.has(field))
          kinds.set(field, isColor ? { type: "string", format: "color" } : { type: "number" });
        const ownName = `--${field.name.toLowerCase().replaceAll("_", "-")}`;
        const name = cardVariables.has(ownName) ? `${ownName}-value` : ownName;
        variables.set(name, `{{${field.expression}}}`);
        const isPlain = /^[#\w.,()%\s-]+$/u.test(example);
        const variable = isPlain ? `var(${name}, ${example})` : `var(${name})`;
        if (alpha !== undefined) return `color-mix(in srgb, ${variable} ${alpha.toFixed()}%, transparent)`;
        if (
          isColor ||
          (unit === undefined && /^(?:opacity|flex|z-index|order|line-height|font-weight)/u.test(property))
        )
          return variable;
        return `calc(${variable} * 1${unit ?? "px"})`;
      },
    );
  });
  return [...[...variables].map(([name, value]) => `${name}: ${value}`), ...declarations]
    .map((declaration) => declaration.replace(/^\s*([\w-]+):\s*/u, "$1: "))
    .join("; ");
}

/** Whether an element is shown only with a value. */
function isWithin(parent: ParentNode, expression: string): boolean {
  if (!isElement(parent)) return false;
  return attributeOf(parent, "if") === expression || isWithin(parent.parentNode!, expression);
}

/** Whether a condition asks whether a value is present. */
function isAsked(field: CardField, { outcomesOf }: FieldValues): boolean {
  return outcomesOf(field).some(({ decision }) => decision.test === "present");
}

function createFields(
  fields: readonly CardField[],
  kinds: ReadonlyMap<CardField, Record<string, unknown>>,
  values: FieldValues,
): Record<string, Record<string, unknown>> {
  const { examples, defaults, outcomesOf } = values;
  const describe = (field: CardField): Record<string, unknown> => {
    const outcomes = outcomesOf(field);
    const compared = outcomes.filter(({ decision }) => /^(?:equal|order)$/u.test(decision.test));
    if (outcomes.length > 0 && field.characters.length === 0 && compared.length === 0) {
      const isNeeded = outcomes.some(({ decision, isFlipped }) => decision.test === "present" && !isFlipped);
      return { type: "boolean", ...(isNeeded && { example: true }) };
    }
    const choices = compared.filter(({ decision, isFlipped }) => isFlipped && decision.test === "equal");
    const isOrdered = compared.some(
      ({ decision: { test, filters } }) => test === "order" && !filters.includes("length"),
    );
    const isNumber = field.isNumber || (isOrdered && field.characters.length === 0);
    const kind = kinds.get(field) ?? (isNumber ? { type: "number" } : textField);
    const found = examples.get(field.characters.find((character) => examples.has(character)) ?? "");
    const isDate = [...field.filters.values()].flat().some((filter) => /^(?:date|year)$/u.test(filter));
    const isOther = isDate && !/^\d{4}-\d\d/u.test(found ?? "");
    const example = exampleOf(
      kind,
      isOther ? "2027-03-14" : (found ?? (isOrdered ? "50" : choices.at(-1)?.decision.value)),
      field.name,
    );
    const isShown = ([character, filters]: readonly [string, readonly string[]]) =>
      defaults.has(character) && filters.every((filter) => filter === "upper" || filter === "lower");
    const isText = "maxLength" in kind;
    if (isText && !field.parent && !isAsked(field, values) && example && [...field.filters].some(isShown))
      return { ...kind, default: example };
    return { ...kind, ...(example !== undefined && { example }) };
  };
  const describeList = (list: CardField) => {
    const entries = fields.filter(({ parent }) => parent === list);
    const properties = entries.filter(({ name }) => name !== "");
    const items = Object.fromEntries(properties.map((property) => [property.name, describe(property)]));
    const example = Object.fromEntries(properties.map(({ name }) => [name, items[name]!["example"]]));
    if (properties.length > 0) return { type: "array", items, example: [example, example] };
    const image = entries.map((item) => kinds.get(item)).find((kind) => kind?.["format"] === "image-url");
    return image
      ? { type: "array", items: image }
      : { type: "array", items: "string", example: ["Item", "Item"] };
  };
  const described = fields
    .filter(({ parent }) => !parent)
    .map((field) => [field.name, field.variable === undefined ? describe(field) : describeList(field)]);
  return Object.fromEntries(described) as Record<string, Record<string, unknown>>;
}

function exampleOf(
  { type, format }: Record<string, unknown>,
  found: string | undefined,
  name: string,
): string | undefined {
  if (format === "color") return /^#[0-9a-f]{3,8}$/iu.exec(found ?? "#888888")?.[0];
  if (format === "image-url") return /^https?:[^\ue000-\uf8ff]*$/u.exec(found ?? "")?.[0];
  if (type === "number") return found !== undefined && Number.isFinite(Number(found)) ? found : "50";
  return (found ?? toWords(name)).slice(0, 300);
}
