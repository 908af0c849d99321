import { suggestName } from "@placard/contracts/nearest-name";
import { quote, type Suggestion } from "../problem-list.ts";
import { describeBlockTag } from "./block-tags.ts";
import { noListInEntry } from "./field-definitions.ts";
import { itemFieldsOf, type DataFields, type TextField } from "./fields.ts";
import { filters, imageShapes, numberOf } from "./filters.ts";

/** The loops around an element, outermost first. */
export interface LoopScope {
  readonly variable: string;
  readonly list: string;
}

/** What templates can read in a loop, besides its entry. */
export const loopValues = ["index", "separator"] as const;

/** What templates can read of a brand. The last two are images. */
export const brandValues = ["name", "site", "decoration", "logo", "background"] as const;
export type BrandValue = (typeof brandValues)[number];

const imageField: TextField = { description: "", maxLength: 1, isRequired: false, format: "image-url" };

/** Where the value of an expression comes from. */
export type Source =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "item"; readonly loop: number; readonly list: string; readonly property?: string }
  | { readonly kind: (typeof loopValues)[number]; readonly loop: number }
  | { readonly kind: "brand"; readonly name: BrandValue };

/** A value with filters: `author | initials`. */
export interface Expression {
  readonly source: Source;
  readonly filters: readonly string[];
  /** What the data can hold there. */
  readonly field: TextField | "list" | undefined;
}

/** The values of an expression, if the template lists them. */
export function choicesOf({ field, filters: names }: Expression): readonly string[] | undefined {
  if (names.length > 0) return names[0] === "shape" ? imageShapes : undefined;
  return typeof field === "object" ? field.choices : undefined;
}

const operators = ["=", "!=", ">", ">=", "<", "<="] as const;

/** A comparison of an expression with a value; without a value, whether the expression is present. */
export interface Comparison {
  readonly expression: Expression;
  readonly operator?: (typeof operators)[number];
  readonly value: string;
}

/** The condition of `if` or, negated, of `unless`: it holds if all comparisons of one of its lists hold. */
export interface Condition {
  readonly anyOf: readonly (readonly Comparison[])[];
  readonly isNegated: boolean;
}

/** Reports a problem of an expression. Returns undefined, so that a parser can return the call. */
export type Refuse = (message: string, suggestion?: Suggestion) => undefined;

/** Parses expressions against the fields of a template. */
export class ExpressionParser {
  readonly fields: DataFields;
  readonly used = new Set<string>();
  /** Whether the template has tags of another language: their content is not checked. */
  hasBlockTags = false;
  readonly #loopVariables: ReadonlySet<string>;

  /** @param loopVariables the variables of all loops of the template */
  constructor(fields: DataFields, loopVariables: ReadonlySet<string> = new Set()) {
    this.fields = fields;
    this.#loopVariables = loopVariables;
  }

  /** Counts the fields that a text mentions as used. */
  useAll(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z]\w*/gu)) if (this.fields.has(name)) this.used.add(name);
  }

  /** Refuses a tag around content; false if it is none. */
  refuseBlockTag(text: string, refuse: Refuse): boolean {
    const block = describeBlockTag(text.trim(), this.fields);
    if (!block) return false;
    refuse(block.message, block.suggestion);
    this.hasBlockTags = true;
    return true;
  }

  /** Parses `author | initials`. */
  parse(text: string, loops: readonly LoopScope[], refuseAny: Refuse): Expression | undefined {
    if (this.refuseBlockTag(text, refuseAny)) return undefined;
    const refuse: Refuse = this.hasBlockTags ? () => undefined : refuseAny;
    const [path = "", ...names] = text.split("|").map((part) => part.trim());
    const resolved = this.#resolve(path, loops, refuse);
    if (!resolved) return undefined;
    for (const name of names) {
      if (Object.hasOwn(filters, name)) continue;
      return refuse(
        `Unknown filter ${quote(name)}`,
        suggestName(name, Object.keys(filters), `Filters are ${Object.keys(filters).join(", ")}.`),
      );
    }
    const isImage = typeof resolved.field === "object" && resolved.field.format === "image-url";
    if (names.includes("shape") && (!isImage || names.length > 1 || resolved.source.kind === "brand")) {
      return refuse(
        "The filter `shape` needs an image",
        "Use it on a field with the format `image-url`, without other filters.",
      );
    }
    return { ...resolved, filters: names };
  }

  /** Parses comparisons with `and` and `or`, of which `and` binds tighter. */
  parseCondition(
    text: string,
    loops: readonly LoopScope[],
    isUnless: boolean,
    refuse: Refuse,
  ): Condition | undefined {
    if (/&&|\|\||[()]/u.test(text)) {
      return refuse(
        `Invalid condition ${quote(text)}`,
        "Combine conditions with `and` and `or`, without parentheses.",
      );
    }
    const anyOf = text
      .split(/\bor\b/u)
      .map((part) => part.split(/\band\b/u).map((term) => this.#parseComparison(term, loops, refuse)));
    const isValid = (terms: (Comparison | undefined)[]): terms is Comparison[] => !terms.includes(undefined);
    return anyOf.every(isValid) ? { anyOf, isNegated: isUnless } : undefined;
  }

  /** Parses `field`, `field = value` or `field > 3`. */
  #parseComparison(text: string, loops: readonly LoopScope[], refuse: Refuse): Comparison | undefined {
    const [, before = "", written, right = ""] =
      /^([^=!<>]*)(?:(!?={1,3}|[<>]=?)([\s\S]*))?$/u.exec(text.trim()) ?? [];
    const left = before.trim();
    const isNot = left.startsWith("!") || /^\s*!/u.test(text);
    if (isNot || left === "")
      return refuse(
        `Invalid condition ${quote(text)}`,
        'Write `if="field"`, `if="field = value"` or `unless="field"`.',
      );
    const expression = this.parse(left, loops, refuse);
    if (!expression) return undefined;
    const value = right.trim().replace(/^(["'])(.*)\1$/su, "$2");
    const operator = operators.find((each) => each === written?.replace(/={2,}/u, "="));
    const isOrder = /[<>]/u.test(operator ?? "");
    if (isOrder && !Number.isFinite(numberOf(value)))
      return refuse(`${quote(value)} is not a number`, "Compare with a number, as in `score >= 80`.");
    const choices = isOrder ? undefined : choicesOf(expression);
    if (operator && choices && !choices.includes(value)) {
      return refuse(
        `${quote(value)} is not a value of the field`,
        suggestName(value, choices, `Its values are ${choices.join(", ")}.`),
      );
    }
    return { expression, value, ...(operator && { operator }) };
  }

  /** Parses `item of list`. */
  parseLoop(text: string, loops: readonly LoopScope[], refuse: Refuse): LoopScope | undefined {
    const [, variable, word, list] = /^\s*([A-Za-z]\w*)\s+(of|in)\s+(\S+)\s*$/u.exec(text) ?? [];
    if (variable === undefined || list === undefined) {
      return refuse(`Invalid loop ${quote(text)}`, 'Write `each="item of list"`.');
    }
    if (word === "in") refuse("Loops are written with `of`", `Write \`each="${variable} of ${list}"\`.`);
    const lists = [...this.fields].filter(([, field]) => field.kind === "list").map(([name]) => name);
    if (!lists.includes(list)) {
      const [entry] = list.split(".");
      if (this.fields.has(list)) {
        const suggestion = suggestName(list, lists, 'Give it the type "array" in template.json.');
        refuse(`The field \`${list}\` is not a list`, suggestion);
      } else {
        const isOfEntry = loops.some((loop) => loop.variable === entry);
        refuse(`Unknown list \`${list}\``, isOfEntry ? noListInEntry : suggestName(list, lists));
      }
    }
    if (
      variable === "brand" ||
      loopValues.some((name) => name === variable) ||
      this.fields.has(variable) ||
      loops.some((loop) => loop.variable === variable)
    ) {
      return refuse(
        `The name \`${variable}\` is already in use`,
        "Choose another name for the loop variable.",
      );
    }
    this.used.add(list);
    return { variable, list };
  }

  #resolve(
    path: string,
    loops: readonly LoopScope[],
    refuse: Refuse,
  ): Omit<Expression, "filters"> | undefined {
    const [name = "", property, ...others] = path.split(".");
    if (!/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)?$/u.test(path) || others.length > 0) {
      return refuse(
        path === "" ? "An empty placeholder" : `Invalid expression ${quote(path)}`,
        "Write the name of a field, such as `{{title}}`; expressions other than filters are not supported.",
      );
    }
    if (name === "brand" && (property !== undefined || !this.fields.has(name)))
      return resolveBrand(property, refuse);
    const isLoopValue = name === "index" || (name === "separator" && !this.fields.has(name));
    if (isLoopValue && property === undefined) {
      if (loops.length > 0) return { source: { kind: name, loop: loops.length - 1 }, field: undefined };
      return refuse(
        `\`{{${name}}}\` stands outside a loop`,
        'Use it in an element with `each="item of list"` or inside one.',
      );
    }
    const loop = loops.findIndex(({ variable }) => variable === name);
    if (loop >= 0) return this.#resolveItem(loop, loops[loop]!, property, refuse);
    const field = this.fields.get(name);
    if (!field && this.#loopVariables.has(name))
      return refuse(
        `\`${name}\` exists only in the element with \`each="${name} of …"\` and inside it`,
        "Use it there. Move a declaration of a `style` element to a `style` attribute there.",
      );
    if (!field) return refuse(`Unknown field \`${name}\``, this.#suggestField(name, loops));
    this.used.add(name);
    if (property !== undefined) {
      return refuse(
        `The field \`${name}\` has no parts`,
        field.kind === "list"
          ? `Repeat an element with \`each="item of ${name}"\` and write \`{{item.${property}}}\`.`
          : `Write \`{{${name}}}\`.`,
      );
    }
    return { source: { kind: "field", name }, field: field.kind === "list" ? "list" : field };
  }

  #suggestField(name: string, loops: readonly LoopScope[]): Suggestion {
    const names = [...this.fields.keys(), ...loops.map(({ variable }) => variable)];
    const known = names.slice(0, 12).join(", ") || "none";
    return suggestName(name, names, `Add it to \`fields\` in template.json; known fields are ${known}.`);
  }

  #resolveItem(
    loop: number,
    { variable, list }: LoopScope,
    property: string | undefined,
    refuse: Refuse,
  ): Omit<Expression, "filters"> | undefined {
    const field = this.fields.get(list);
    if (field?.kind !== "list") return undefined;
    const itemFields = itemFieldsOf(field);
    if (!itemFields) {
      if (property !== undefined)
        return refuse(`The entries of \`${list}\` are texts`, `Write \`{{${variable}}}\`.`);
      return { source: { kind: "item", loop, list }, field: field.items as TextField };
    }
    const names = [...itemFields.keys()];
    const paths = names.map((name) => `${variable}.${name}`);
    if (property === undefined) {
      return refuse(
        `\`${variable}\` is an object`,
        `Write one of its fields: ${paths.map((path) => `{{${path}}}`).join(", ")}.`,
      );
    }
    const item = itemFields.get(property);
    if (item) return { source: { kind: "item", loop, list, property }, field: item };
    return refuse(
      `The entries of \`${list}\` have no field \`${property}\``,
      suggestName(`${variable}.${property}`, paths, `Their fields are ${names.join(", ")}.`),
    );
  }
}

function resolveBrand(property: string | undefined, refuse: Refuse): Omit<Expression, "filters"> | undefined {
  const name = brandValues.find((each) => each === property);
  if (name) {
    const isImage = name === "logo" || name === "background";
    return { source: { kind: "brand", name }, field: isImage ? imageField : undefined };
  }
  return refuse(
    `Unknown brand field \`${property ?? ""}\``,
    "Use `brand.name`, `brand.site`, `brand.logo`, `brand.background` or `brand.decoration`; colors are `var(--ground)`, `var(--ink)`, `var(--accent)` and so on.",
  );
}
