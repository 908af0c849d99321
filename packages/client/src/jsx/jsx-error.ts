/** Something in a JSX element that a template can't contain. */
export interface JsxProblem {
  /** The components and elements around it, from the outside in: `Card › <main> › <h1>`. */
  readonly path: string;
  readonly message: string;
  /** What to do instead. */
  readonly suggestion: string;
}

/** Thrown by `fromJsx`; it lists every problem. */
export class JsxError extends Error {
  readonly problems: readonly JsxProblem[];

  constructor(problems: readonly JsxProblem[]) {
    const lines = problems.map(
      ({ path, message, suggestion }) => `${path || "root"}: ${message}. ${suggestion}.`,
    );
    super(`The element can't be rendered as a template:\n${lines.join("\n")}`);
    this.name = "JsxError";
    this.problems = problems;
  }
}
