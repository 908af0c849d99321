import type { CounterChanges } from "../css/properties/generated.ts";
import { formatCounter, type CounterStyle } from "../css/counter-styles.ts";
import type { Longhands } from "../css/properties/longhands.ts";

/** The counters of a card while it is built in document order (CSS Lists 3, section 4). */
export class Counters {
  /** By the depth of the elements that created them: a counter ends with the parent of that element. */
  readonly #scopes: (Map<string, number> | undefined)[] = [undefined];

  /** Applies what an element does to counters. Call it before its content. */
  enter(values: Longhands, tag = ""): void {
    // Every list item counts, also with counters of its own.
    if (tag === "ol" || tag === "ul") this.#innermost().set("list-item", 0);
    for (const { name, value } of values["counter-reset"]) this.#innermost().set(name, value);
    const increments = values["counter-increment"];
    const isItem = tag === "li" && !increments.some(({ name }) => name === "list-item");
    if (isItem) this.#change([{ name: "list-item", value: 1 }], (value, change) => value + change);
    this.#change(increments, (value, change) => value + change);
    this.#change(values["counter-set"], (_, change) => change);
    this.#scopes.push(undefined);
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** The innermost counter with a name, or all of them with a separator. */
  text(name: string, style: CounterStyle, separator?: string): string {
    const values = this.#scopes.flatMap((scope) => scope?.get(name) ?? []);
    if (values.length === 0) return formatCounter(0, style);
    const shown = separator === undefined ? values.slice(-1) : values;
    return shown.map((value) => formatCounter(value, style)).join(separator);
  }

  #innermost(): Map<string, number> {
    return (this.#scopes[this.#scopes.length - 1] ??= new Map());
  }

  #change(changes: CounterChanges, apply: (value: number, change: number) => number): void {
    for (const { name, value } of changes) {
      // A counter that does not exist is created at the element.
      const scope = this.#scopes.findLast((each) => each?.has(name)) ?? this.#innermost();
      scope.set(name, apply(scope.get(name) ?? 0, value));
    }
  }
}
