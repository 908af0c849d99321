// The operators of a card's code, as the rewritten source calls them.
import { isWithinOrder, oppositeOrders } from "../conditions.ts";
import { session } from "./current-session.ts";
import { Math } from "./globals.ts";
import { entry, isElementLike, type Recorded } from "./recorder.ts";

/** `Array.isArray`, `Object.entries` and others are replaced in the bundle. */
const isList = globalThis.Array.isArray;

/** Code depends on whether the value is present. */
export function placardTest<T>(value: T): T {
  const recorded = session.isRecorder(value) ? session.recordedOf(value) : undefined;
  if (recorded) session.isFlipped(recorded, "present", nameOf(recorded));
  return value;
}

/** What `?.` reads from may be absent. */
export function placardOptional<T>(value: T): T {
  const recorded = session.isRecorder(value) ? session.recordedOf(value) : undefined;
  if (recorded) session.optional.add(recorded.path.join("."));
  return value;
}

/** A text with values: its methods would not see them. */
export const placardText = (value: unknown): unknown =>
  typeof value === "string" && /[\ue000-\uf8ff]/u.test(value) ? session.recorderOfText(value) : value;

/** A comparison, or a sum with a number. */
export function placardOperate(
  left: unknown,
  operator: string,
  right: unknown,
  calculate: (left: unknown, right: unknown) => unknown,
): unknown {
  // A number that is added to a text is a part of it.
  const read = operator === "+" ? (value: unknown) => value : placardText;
  const [first, second] = [session.recordedOf(read(left)), session.recordedOf(read(right))];
  if (operator === "in" && first && !second)
    return isAmong(left, globalThis.Object.keys(right as object), "in");
  // A value that is absent is undefined, also where the code expects null.
  const isNothing = [left, right].every((each) => each === undefined || each === null);
  if (isNothing && /^[!=]==$/u.test(operator) && session.progress.absences > 0) return operator === "===";
  // An entry that is compared with a value of the card has the condition.
  const isFirst = first !== undefined && (first.path.includes(entry) || !second?.path.includes(entry));
  const recorded = isFirst ? first : second;
  if (!recorded && [left, right].some(globalThis.Number.isNaN))
    session.lose("A comparison with the result of a calculation counts as not met", "approximated");
  if (!recorded || operator === "in") return calculate(left, right);
  const name = nameOf(recorded);
  if (operator === "+") {
    session.lose(`A calculation with \`${name}\``, "dropped");
    return NaN;
  }
  const value = isFirst ? right : left;
  if (session.isRecorder(value)) session.call(value); // only code uses it
  const compare = (known: unknown) => calculate(isFirst ? known : left, isFirst ? right : known);
  const isOne = !(first && second);
  const isLength = recorded.isLength === true && isOne;
  // Of a text that code puts together, or of its parts, templates don't have the length.
  const isKnown = recorded.text === undefined && (!recorded.isParts || recorded.isList === true);
  const isWhole = recorded.text === undefined || isLength;
  if (/^[!=]/u.test(operator) && isOne && isWhole && (!isLength || (isKnown && Number(value) > 0)))
    return equals(recorded, value) !== operator.startsWith("!");
  if (isLength && compare(0) !== compare(1) && [2, 3, 1000].every((count) => compare(count) === compare(1)))
    return compare(session.isFlipped(recorded, "present", nameOf(recorded)) ? 0 : 1);
  const sign = isFirst ? operator : operator.replace(/[<>]/u, (own) => (own === "<" ? ">" : "<"));
  const key = `${name} ${sign} ${textOf(value)}`;
  const opposite = oppositeOrders[sign];
  if (opposite && typeof value === "number" && isKnown) {
    // The example of a text is short, and that of a number is 50.
    const example = isLength ? 3 : 50;
    const isMet = Boolean(compare(example));
    const order = `${isMet ? opposite : sign} ${value}`;
    const orders = session.input.flipped.has(key) ? [] : ordersOf(name, example);
    if (orders.some((each) => isWithinOrder(each, order))) return !isMet;
    if (orders.some((each) => isWithinOrder(each, `${isMet ? sign : opposite} ${value}`))) return isMet;
    return session.isFlipped(recorded, "order", key, order) !== isMet;
  }
  const other = session.recordedOf(value)?.path.at(-1) ?? textOf(value);
  const words = `${{ ">": "over", "<": "under", "!": "is not" }[sign[0]!] ?? "is"} ${other}`;
  if (!isLength) return session.isMet(recorded, key, words);
  const isMet = Boolean(compare(3));
  return session.isFlipped(recorded, "other", key, isMet ? "met" : "not met") !== isMet;
}

/** What the orders of a value to other numbers are that have their other outcome. */
function ordersOf(name: string, example: number): string[] {
  return [...session.input.flipped].flatMap((key) => {
    const [, sign = "", bound] =
      /^ ([<>]=?) (\S+)$/u.exec(key.startsWith(name) ? key.slice(name.length) : "") ?? [];
    if (bound === undefined) return [];
    const isMet = isWithinOrder(`${sign[0]}= ${example}`, `${sign} ${bound}`);
    return [`${isMet ? oppositeOrders[sign] : sign} ${bound}`];
  });
}

/** The value of a `switch`: one of its choices, or the value itself. */
export function placardChoose(value: unknown, choices: readonly unknown[]): unknown {
  const recorded = session.recordedOf(value);
  return recorded ? (choices.find((choice) => equals(recorded, choice)) ?? value) : value;
}

/** More entries are data, and not choices. Elements can't be data. */
const maxChoices = 8;
const maxElements = 24;

/** A property of an object by its name. */
export function placardMember(object: unknown, key: unknown, name: string): unknown {
  const recorded = session.recordedOf(placardText(key));
  if (key === undefined && session.isRecorder(object)) return undefined; // of an absent value
  if (recorded && session.isRecorder(object)) {
    const { path } = session.recordedOf(object)!;
    const by = nameOf(recorded);
    if (by === [...path, entry, "name"].join(".")) return session.record([...path, entry, "value"]);
    // What is looked up for an entry is a property of it.
    const around = path.includes(entry) ? [] : recorded.path.slice(0, recorded.path.lastIndexOf(entry) + 1);
    return session.property([...around, ...path], `(${by})`, undefined);
  }
  // `text[0]` is a letter, and `values[index]` an entry.
  const list = typeof key === "number" && session.isRecorder(object) && session.recordedOf(object);
  if (list && !list.entries && !list.isParts) {
    const part = session.recordedOf(session.property(list.path, String(key), undefined));
    const loss = session.createLoss(`\`${nameOf(list)}[${key}]\` is a field of its own`, "approximated");
    return part && session.create({ ...part, losses: [loss] });
  }
  if (!recorded || typeof object !== "object" || object === null)
    return (object as Record<PropertyKey, unknown>)[key as PropertyKey];
  const entries = object instanceof Map ? [...object] : globalThis.Object.entries(object);
  const isData = isList(object) || (object instanceof Map && typeof entries[0]?.[1] === "object");
  const most = entries.some(([, value]) => isElementLike(value)) ? maxElements : maxChoices;
  if (isData || entries.length > most || recorded.text !== undefined)
    return session.lookUp(name, nameOf(recorded), [...new Map<unknown, unknown>(entries).values()]);
  return entries.find(([choice]) => equals(recorded, choice))?.[1];
}

/** A module whose path has a value is data, such as the content of a page. */
export const placardImport = (path: unknown, load: () => unknown): unknown =>
  session.recorderOf(placardText(path)) ? session.resultOf(["import"], [path]) : load();

/** A value that is rounded to decimals is shown as it is. */
export const placardRound = (value: unknown, round: (value: number) => number): number =>
  session.recorderOf(value) ? Math.round(value as number) : round(value as number);

/** What code destructures into entries. */
export function placardEntries(value: unknown, count: number): unknown {
  const list = session.isRecorder(value) ? session.recordedOf(value)! : undefined;
  if (!list || list.entries) return value;
  const read = (index: number) =>
    list.isParts ? (value as unknown[])[index] : session.property(list.path, String(index), undefined);
  return globalThis.Array.from({ length: count }, (_, index) => read(index));
}

/** A call of a method that may look up a value. */
export function placardCall(called: unknown, method: string, name: string, ...values: unknown[]): unknown {
  const [value] = values;
  const object = placardText(called);
  const choices = choicesOf(object);
  if (choices && session.recordedOf(value)) {
    if (/^(?:has|includes)$/u.test(method)) return isAmong(value, choices, `${name}.${method}`);
    if (object instanceof Map) return placardMember(object, value, name);
  }
  const recorded = object instanceof RegExp ? session.recordedOf(placardText(value)) : undefined;
  if (recorded) return session.isMet(recorded, `${String(object)}.test(${nameOf(recorded)})`, "matches");
  const call = () => (object as Record<string, (...list: unknown[]) => unknown>)[method]!(...values);
  if (!isList(object) || typeof value !== "function") return call();
  const before = session.progress;
  const result = call();
  const made = [...session.decisions.values()].slice(before.decisions);
  // Such as the level of a score: the other outcomes find other entries.
  const isChoice = result !== undefined || made.every(({ test }) => test === "order");
  if (made.length > 0 && isChoice && method !== "filter" && object.length <= maxChoices) return result;
  session.returnTo(before);
  return made.length === 0 ? result : session.lookUp(name, made[0]!.path, object);
}

function choicesOf(object: unknown): unknown[] | undefined {
  if (object instanceof Map) return [...object.keys()];
  return isList(object) || object instanceof Set ? [...(object as unknown[])] : undefined;
}

function isAmong(value: unknown, choices: readonly unknown[], name: string): boolean {
  const recorded = session.recordedOf(value)!;
  if (choices.length > maxChoices)
    return session.isMet(recorded, `${name}(${nameOf(recorded)})`, `is in ${name}`);
  return choices.some((choice) => equals(recorded, choice));
}

/** A value has the type that code expects. */
export function placardTypeof(type: string, read: () => unknown, expected: string): string {
  const recorded = type === "function" ? session.recordedOf(read()) : undefined;
  if (!recorded) return type;
  const path = recorded.path.join(".");
  if (expected === "number") session.numbers.add(path);
  return session.numbers.has(path) ? "number" : expected === "boolean" ? expected : "string";
}

export function placardIsArray(value: unknown): boolean {
  const recorded = session.isRecorder(value) ? session.recordedOf(value) : undefined;
  return recorded
    ? session.isFlipped(recorded, "other", `Array.isArray(${nameOf(recorded)})`)
    : isList(value);
}

/** `{...entry, tag}`: what the object does not have is read from the recorder; in `{tag, ...entry}`, all. */
export function placardExtend(object: Record<string, unknown>, isLast: boolean): object {
  const spread = session.takeSpread(object);
  if (spread && isLast)
    for (const name of globalThis.Object.keys(object)) object[name] = spread[name] ?? object[name];
  return spread ? (Object.setPrototypeOf(object, spread) as object) : object;
}

export const placardCopy = (list: Iterable<unknown>): unknown =>
  session.isRecorder(list) ? list : [...list];

export const placardCaught = (error: unknown): void => session.addCaught(error);

export const placardRepeat = (): void => session.countRound();

/** An absent value counts as an empty one. */
function equals(recorded: Recorded, value: unknown): boolean {
  if (typeof value === "object" && value !== null) return false;
  // An entry of a list, and not the first letter of a text.
  if (recorded.filters.at(-1) === "first" && String(value).length > 1) {
    const first = session.recordedOf(session.property(recorded.path, "0", undefined));
    return first !== undefined && equals(first, value);
  }
  if ((typeof value === "string" && value !== "") || typeof value === "number") {
    const key = `${[nameOf(recorded), ...recorded.filters].join(" | ")} = ${value}`;
    return session.isFlipped(recorded, "equal", key, `${value}`);
  }
  session.isFlipped(recorded, "present", nameOf(recorded));
  return value === true;
}

function nameOf(recorded: Recorded): string {
  return `${recorded.path.join(".")}${recorded.isLength ? ".length" : ""}`;
}

function textOf(value: unknown): string {
  const recorded = session.recordedOf(value);
  return recorded ? nameOf(recorded) : (JSON.stringify(value) ?? typeof value);
}
