import type { Decision } from "./runtime/session.ts";

/** An outcome of a decision: the one of the card, or the other one. */
export interface Outcome {
  readonly decision: Decision;
  readonly isFlipped: boolean;
}

/** When the card has a node: if all outcomes of one of the lists hold. */
export type Formula = readonly (readonly Outcome[])[];

export const always: Formula = [[]];

export function and(formula: Formula, outcome: Outcome): Formula {
  return formula.map((outcomes) => [outcome, ...outcomes]);
}

/** Either formula, without what the other part makes superfluous, such as `!a` in `a || (!a && b)`. */
export function or(a: Formula, b: Formula): Formula {
  const isWithin = (outcomes: readonly Outcome[], others: readonly Outcome[]) =>
    outcomes.every((outcome) => has(others, outcome));
  let result: Formula = [...a, ...b];
  for (const outcomes of result) {
    const isSuperfluous = (outcome: Outcome) => {
      const opposite = flip(outcome);
      return result.some((others) => has(others, opposite) && isWithin(others, [...outcomes, opposite]));
    };
    const kept = outcomes.filter((outcome) => !isSuperfluous(outcome));
    result = result.map((each) => (each === outcomes ? kept : each));
  }
  return result.filter(
    (outcomes, index) =>
      !result.some(
        (other, at) => isWithin(other, outcomes) && (at < index || other.length < outcomes.length),
      ),
  );
}

function has(outcomes: readonly Outcome[], { decision, isFlipped }: Outcome): boolean {
  return outcomes.some((other) => other.decision.key === decision.key && other.isFlipped === isFlipped);
}

/** The same formula with lists of which only one can hold. */
function separate(formula: Formula): Formula {
  const without = (outcomes: readonly Outcome[], others: readonly Outcome[]): Formula => {
    if (others.some((outcome) => has(outcomes, flip(outcome)))) return [outcomes];
    const missing = others.filter((outcome) => !has(outcomes, outcome));
    return missing.map((outcome, index) => [...outcomes, ...missing.slice(0, index), flip(outcome)]);
  };
  return formula.reduce<Formula>(
    (result, outcomes) => [
      ...result,
      ...result.reduce<Formula>((rest, other) => rest.flatMap((each) => without(each, other)), [outcomes]),
    ],
    [],
  );
}

/** Whether a value is a part of another one, or is looked up by it or its part. */
export function isValueWithin(path: string, whole: string): boolean {
  return `${path}.`.startsWith(`${whole}.`) || path.includes(`(${whole})`) || path.includes(`(${whole}.`);
}

/** What remains of a formula if the decisions that are not in a scope have the outcomes of the card. */
export function limitTo(scope: ReadonlySet<string>, formula: Formula): Formula {
  const isIn = ({ decision }: Outcome) => scope.has(decision.key);
  const possible = formula.filter((outcomes) =>
    outcomes.every((outcome) => isIn(outcome) || !outcome.isFlipped),
  );
  return or(
    possible.map((outcomes) => outcomes.filter(isIn)),
    [],
  );
}

export function isEqualFormula(a: Formula, b: Formula): boolean {
  const textOf = ({ decision, isFlipped }: Outcome) => `${decision.key} ${isFlipped}`;
  const textsOf = (formula: Formula) => formula.map((outcomes) => outcomes.map(textOf).toSorted().join());
  return JSON.stringify(textsOf(a).toSorted()) === JSON.stringify(textsOf(b).toSorted());
}

function not(formula: Formula): Formula {
  let result: Formula = always;
  for (const outcomes of formula) {
    const added = result.flatMap((others) =>
      outcomes.flatMap((outcome): Formula => {
        const same = others.find(({ decision }) => decision.key === outcome.decision.key);
        if (!same) return [[...others, flip(outcome)]];
        return same.isFlipped === outcome.isFlipped ? [] : [others];
      }),
    );
    result = or(added, []);
  }
  return result;
}

function flip({ decision, isFlipped }: Outcome): Outcome {
  return { decision, isFlipped: !isFlipped };
}

/** The expression of a decision's value in the template; undefined if it has none. */
export type ExpressionOf = (decision: Decision) => string | undefined;

/** The attributes of a node that are its condition. */
export interface ConditionAttributes {
  readonly if?: string;
  readonly unless?: string;
}

/** The conditions of the copies of a node that show it when its formula holds. */
export function writeFormula(formula: Formula, expressionOf: ExpressionOf): ConditionAttributes[] {
  if (formula.some((outcomes) => outcomes.length === 0)) return [{}];
  if (formula.length === 0) return [];
  /** Templates say only of comparisons that they do not hold. */
  const write = ({ decision, isFlipped }: Outcome) => {
    const expression = expressionOf(decision)!;
    if (decision.test === "equal") return `${expression} ${isFlipped ? "=" : "!="} ${decision.value}`;
    if (decision.test === "order") return `${expression} ${orderOf({ decision, isFlipped })}`;
    return isFlipped === (decision.test === "met") ? expression : undefined;
  };
  const join = (part: Formula) => {
    const needed = part.map((outcomes) =>
      outcomes.filter((outcome) => !outcomes.some((other) => implies(other, outcome))),
    );
    const terms = or(needed, []).map((outcomes) => outcomes.map(write));
    if (terms.flat().includes(undefined)) return undefined;
    const texts = terms.map((words) => [...new Set(words as string[])].toSorted(byCode).join(" and "));
    return [...new Set(texts)].join(" or ");
  };
  const joined = join(formula);
  if (joined !== undefined) return [{ if: joined }];
  const unless = join(not(formula));
  if (unless !== undefined) return [{ unless }];
  return separate(formula).map((outcomes) => {
    const isAbsent = (outcome: Outcome) => write(outcome) === undefined;
    const present = outcomes.filter((outcome) => !isAbsent(outcome));
    const absent = outcomes.filter(isAbsent).map((outcome) => [flip(outcome)]);
    const [condition, exception] = [join([present]), join(absent)];
    return { ...(condition && { if: condition }), ...(exception && { unless: exception }) };
  });
}

export const oppositeOrders: Readonly<Record<string, string>> = {
  ">": "<=",
  "<=": ">",
  "<": ">=",
  ">=": "<",
};

/** Such as `> 40`, or `<= 40` with the other outcome. */
function orderOf({ decision: { value }, isFlipped }: Outcome): string {
  const [operator = "", number = ""] = value.split(" ");
  return isFlipped ? value : `${oppositeOrders[operator]} ${number}`;
}

/** Whether `<= 20` means that `<= 40` holds, and `> 40` that `> 20`. */
export function isWithinOrder(order: string, other: string): boolean {
  const [bound, otherBound] = [order, other].map((each) => {
    const [operator, number] = each.split(" ");
    return Number(number) + ({ ">": 1e-9, "<": -1e-9 }[operator!] ?? 0);
  });
  return order[0] === other[0] && (order.startsWith("<") ? bound! <= otherBound! : bound! >= otherBound!);
}

/** Whether one outcome means that another one holds, such as that of an object with a property. */
function implies({ decision, isFlipped }: Outcome, other: Outcome): boolean {
  const { test, path } = other.decision;
  if (decision.test === "order" && test === "order" && decision.path === path) {
    const [own, order] = [orderOf({ decision, isFlipped }), orderOf(other)];
    return own !== order && isWithinOrder(own, order);
  }
  if (other.isFlipped || isFlipped !== (decision.test !== "present")) return false;
  if (decision.path !== path) return test === "present" && decision.path.startsWith(`${path}.`);
  const isSame = decision.filters.join() === other.decision.filters.join();
  if (test === "present") return decision.test === "equal" || decision.value.startsWith(">");
  return decision.test === "equal" && test === "equal" && isSame;
}

const byCode = (a: string, b: string) => (a < b ? -1 : 1);

/** Whether the template language can compare with a value. */
export function isComparable({ test, value }: Decision): boolean {
  return test !== "equal" || !/[()=!<>|&"'{}]|\b(?:and|or)\b|^\s|\s$|[\ue000-\uf8ff]/u.test(value);
}
