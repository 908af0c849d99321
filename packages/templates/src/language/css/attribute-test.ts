import { identOf, type Values } from "./component-values.ts";

/** An attribute selector, such as `[href^="https"]`. */
export interface AttributeTest {
  readonly name: string;
  readonly operator: "" | "=" | "~=" | "|=" | "^=" | "$=" | "*=";
  readonly value: string;
  readonly ignoresCase: boolean;
}

/** Undefined if the element has no such attribute, null if its value depends on data. */
export type AttributeValue = string | null | undefined;

const attributeOperators = ["", "=", "~=", "|=", "^=", "$=", "*="] as const;

/** Attributes whose values HTML compares regardless of case. */
const caseInsensitiveAttributes = new Set(["align", "dir", "lang", "media", "rel", "target", "type"]);

/** Reads what is between the brackets of an attribute selector (Selectors 4, section 6). */
export function parseAttributeTest(values: Values): AttributeTest | undefined {
  const [first, ...rest] = values;
  if (first?.kind !== "ident") return undefined;
  const name = first.name.toLowerCase();
  let signs = "";
  for (let sign = rest[0]; sign?.kind === "delimiter"; sign = rest[0]) {
    signs += sign.value;
    rest.shift();
  }
  const operator = attributeOperators.find((each) => each === signs);
  const [value, flag, ...others] = rest;
  if (operator === undefined || others.length > 0 || (operator === "") !== (value === undefined))
    return undefined;
  const flagName = identOf(flag);
  if (flag && flagName !== "i" && flagName !== "s") return undefined;
  const ignoresCase = flag ? flagName === "i" : caseInsensitiveAttributes.has(name);
  if (!value) return { name, operator, value: "", ignoresCase };
  if (value.kind !== "ident" && value.kind !== "string") return undefined;
  return { name, operator, value: value.kind === "ident" ? value.name : value.value, ignoresCase };
}

/** Whether the value of an attribute meets a test, or may meet it. */
export function matchesAttribute(
  { operator, value, ignoresCase }: AttributeTest,
  actual: AttributeValue,
): boolean {
  if (actual === undefined || operator === "") return actual !== undefined;
  if (actual === null) return true;
  const [text, expected] = ignoresCase ? [actual.toLowerCase(), value.toLowerCase()] : [actual, value];
  if (operator === "=") return text === expected;
  if (operator === "|=") return text === expected || text.startsWith(`${expected}-`);
  if (expected === "") return false;
  if (operator === "~=") return text.split(/[ \t\n\f\r]+/u).includes(expected);
  if (operator === "^=") return text.startsWith(expected);
  return operator === "$=" ? text.endsWith(expected) : text.includes(expected);
}
