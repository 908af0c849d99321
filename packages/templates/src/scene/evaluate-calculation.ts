import type { Calculation } from "./values.ts";

/** The value of an expression in pixels. Percentages refer to `base`; `em` is in pixels. */
export function evaluateCalculation(calculation: Calculation, base: number, em: number): number {
  if (calculation.kind === "length")
    return calculation.px + (calculation.percent / 100) * base + calculation.em * em;
  const values = calculation.args.map((each) => evaluateCalculation(each, base, em));
  if (calculation.kind === "sum") return values.reduce((sum, value) => sum + value, 0);
  return calculation.kind === "min" ? Math.min(...values) : Math.max(...values);
}
