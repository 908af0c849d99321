import type { Values } from "./css/component-values.ts";
import { describe, hasVariables, splitDeclaration, type Declaration } from "./css/declarations.ts";
import type { Stylesheet } from "./css/stylesheet.ts";
import { withExplanation, type ValueContext } from "./css/value-context.ts";
import { substituteVariables, variableUses } from "./css/variables.ts";
import { isNumeric } from "./data/fields.ts";
import { getOrInsert } from "@placard/contracts/maps";
import type { TemplateElement } from "./html/template-element.ts";
import { limits } from "./limits.ts";
import { nearestName } from "@placard/contracts/nearest-name";
import type { ProblemList } from "./problem-list.ts";
import { choosePalette } from "../palette.ts";
import { createVariables } from "./scene/palette-variables.ts";
import { variableNames } from "./scene/variable-names.ts";
import { resolveVariables } from "./style/cascade.ts";
import { colorValue, numberValue } from "./style/style-tree.ts";

/** How much a declaration costs for each element that it applies to. */
export type DeclarationWeights = ReadonlyMap<Declaration, number>;

/** The values of custom properties, by name. */
type Definitions = ReadonlyMap<string, readonly Values[]>;

/** The values that are tried for a custom property that is declared several times. */
const maxVariants = 3;

/**
 * Checks the uses of `var()`: that the custom properties exist, don't depend on themselves, and make valid
 * values. A custom property that is declared several times is tried with several of its values.
 */
export function checkVariables(
  declarations: readonly Declaration[],
  { properties }: Stylesheet,
  elements: readonly TemplateElement[],
  context: ValueContext,
  problems: ProblemList,
): DeclarationWeights {
  const definitions = new Map<string, Values[]>();
  const define = (name: string, value: Values) => getOrInsert(definitions, name, () => []).push(value);
  for (const declaration of declarations) {
    if (declaration.kind === "variable" && typeof declaration.value !== "string") {
      define(declaration.name, declaration.value);
    }
  }
  for (const { name, initial } of properties) if (initial) define(name, initial);
  for (const { styleData } of elements)
    for (const [name, { field }] of styleData) {
      if (!name.startsWith("--")) continue;
      const isNumber = typeof field === "object" && isNumeric(field);
      define(name, [isNumber ? numberValue(1) : colorValue("#336699")]);
    }
  for (const [name, value] of createVariables({ key: "", palette: choosePalette(""), brand: undefined }))
    define(name, value);
  if (definitions.size > limits.customProperties) {
    problems.error(
      declarations[0]?.offset ?? 0,
      `A template can have at most ${limits.customProperties} custom properties`,
    );
    return new Map();
  }

  const cycles = findCycles(definitions);
  const known = new Set(definitions.keys());
  // One from an invalid field has been reported where it is declared.
  for (const each of declarations) if (each.kind === "data-variable") known.add(each.name);
  for (const declaration of declarations) checkUses(declaration, known, cycles, problems);
  return checkPending(declarations, definitions, context, problems);
}

/** The names of the custom properties that depend on themselves. */
function findCycles(definitions: Definitions): Set<string> {
  const uses = new Map(
    [...definitions].map(([name, values]) => [
      name,
      [...new Set(values.flatMap(variableUses).map((use) => use.name))],
    ]),
  );
  const leadsTo = (target: string, from: string, seen: Set<string>): boolean =>
    (uses.get(from) ?? []).some(
      (name) => name === target || (!seen.has(name) && leadsTo(target, name, seen.add(name))),
    );
  return new Set([...definitions.keys()].filter((name) => leadsTo(name, name, new Set())));
}

function checkUses(
  declaration: Declaration,
  known: ReadonlySet<string>,
  cycles: ReadonlySet<string>,
  problems: ProblemList,
): void {
  const { offset } = declaration;
  if (declaration.kind === "data-variable" || typeof declaration.value === "string") return;
  if (declaration.kind === "property" || !hasVariables(declaration.value)) return;
  if (declaration.kind === "variable" && cycles.has(declaration.name)) {
    problems.error(offset, `The custom property \`${declaration.name}\` depends on itself`);
    return;
  }
  for (const { name, hasFallback } of variableUses(declaration.value)) {
    if (name === "")
      problems.error(offset, "Invalid argument of var()", "Write `var(--name)` or `var(--name, fallback)`.");
    else if (!known.has(name) && !hasFallback) {
      problems.error(offset, `Unknown custom property \`${name}\``, () => {
        const nearest = nearestName(name, known);
        return nearest === undefined
          ? `Declare it, or use one of ${variableNames.slice(0, 8).join(", ")}.`
          : `Use \`var(${nearest})\`.`;
      });
    }
  }
}

/** Checks the values that declarations with `var()` result in. */
function checkPending(
  declarations: readonly Declaration[],
  definitions: Definitions,
  context: ValueContext,
  problems: ProblemList,
): DeclarationWeights {
  const weights = new Map<Declaration, number>();
  const resolved = Array.from({ length: maxVariants }, (_, variant) => {
    const own = [...definitions].map(([name, all]) => [name, all[variant % all.length]!] as const);
    return resolveVariables(new Map(own), new Map(), new Map());
  });
  let budget: number = limits.styleWeight;
  for (const declaration of declarations) {
    if (problems.isFull || budget < 0) break;
    if (declaration.kind !== "pending") continue;
    const uses = variableUses(declaration.value);
    const variants = Math.min(
      maxVariants,
      Math.max(1, ...uses.map(({ name }) => definitions.get(name)?.length ?? 1)),
    );
    for (let variant = 0; variant < variants; variant++) {
      const values = substituteVariables(declaration.value, (name) => resolved[variant]!.get(name));
      const weight = 2 + Math.ceil((values?.length ?? limits.substitutedValues) / 4);
      budget -= weight;
      weights.set(declaration, Math.max(weights.get(declaration) ?? 0, weight));
      if (!checkSubstituted(declaration, values, context, problems)) break;
    }
  }
  if (budget < 0) problems.error(0, "The values of custom properties are too long");
  return weights;
}

function checkSubstituted(
  { property, value, offset }: Extract<Declaration, { kind: "pending" }>,
  values: Values | undefined,
  context: ValueContext,
  problems: ProblemList,
): boolean {
  // Unknown variables have been reported.
  if (!values) return false;
  const explanation = withExplanation(context);
  if (values.length > 0 && splitDeclaration(property, values, explanation.context)) return true;
  const { reason } = explanation;
  const names = [...new Set(variableUses(value).map(({ name }) => name.replace("--{{", "{{")))].join(", ");
  problems.error(
    offset,
    reason
      ? `${reason.message} in \`${property}\` with the value of ${names}`
      : `Invalid value of \`${property}\` with the value of ${names}`,
    reason?.suggestion ?? `Accepted: ${describe(property).syntax}`,
  );
  return false;
}
