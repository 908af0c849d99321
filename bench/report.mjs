/**
 * @typedef {object} Figure
 * @property {string} name what was measured, and relative to what. Unique among all benchmarks
 * @property {number} value
 * @property {string} [unit] such as "ms". Absent for a ratio
 * @property {{ atLeast: number } | { atMost: number }} [goal] absent if the figure is only informative
 */

/**
 * Prints a figure with its goal. If `npm run bench` runs this process, also adds the figure to its summary.
 * @param {Figure} figure
 */
export function report(figure) {
  const { result, goal, met } = describeFigure(figure);
  console.log(`${figure.name}: ${result}${goal && ` (goal ${goal}${met === "no" ? ", missed" : ""})`}`);
  process.send?.({ figure });
}

/**
 * The columns of a figure in the summary. `met` is "yes" or "no", or "" if there is no goal.
 * @param {Figure} figure
 */
export function describeFigure({ name, value, unit, goal }) {
  const withUnit = (/** @type {string} */ text) => (unit ? `${text} ${unit}` : text);
  const result = withUnit(Math.abs(value) >= 100 ? String(Math.round(value)) : value.toPrecision(3));
  if (!goal) return { what: name, result, goal: "", met: "" };
  const isLowerLimit = "atLeast" in goal;
  const limit = isLowerLimit ? goal.atLeast : goal.atMost;
  const isMet = isLowerLimit ? value >= limit : value <= limit;
  return {
    what: name,
    result,
    goal: withUnit(`${isLowerLimit ? "≥" : "≤"} ${limit}`),
    met: isMet ? "yes" : "no",
  };
}

/**
 * The q-quantile of the values, with q from 0 to 1.
 * @param {readonly number[]} values
 * @param {number} q
 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/**
 * The median of each property that all samples share, in hundredths.
 * @param {readonly Record<string, number>[]} samples
 */
export function medians(samples) {
  const entries = Object.keys(samples[0] ?? {}).map((name) => [
    name,
    Number(
      quantile(
        samples.map((sample) => sample[name] ?? 0),
        0.5,
      )?.toFixed(2),
    ),
  ]);
  return Object.fromEntries(entries);
}
