import { getOrInsert } from "@placard/contracts/maps";

/**
 * The place of a cascade layer in the order of layers: its index among the layers of each layer around it.
 * The rules of a layer itself come after the rules of the layers in it, and rules without a layer last (CSS
 * Cascade 5, section 6.4.3).
 */
export type Layer = readonly number[];

/** The layer of rules without one. */
export const noLayer: Layer = [];

/** Negative if rules of layer `a` come before rules of layer `b`. */
export function compareLayers(a: Layer, b: Layer): number {
  const at = a.findIndex((index, position) => index !== b[position]);
  if (at === -1) return b.length - a.length;
  return at === b.length ? -1 : a[at]! - b[at]!;
}

/** The layers of a style sheet, in the order in which they are named first. */
export class Layers {
  readonly #indices = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  /**
   * Finds or adds a layer in another one. `name` can have several parts: `base.text`; without it, it is new.
   */
  find(name: string | undefined, outer: Layer): Layer {
    if (name === undefined) return [...outer, this.#next(outer)];
    return name.split(".").reduce<Layer>((layer, part) => {
      const key = [...layer, part].join(".");
      return [...layer, getOrInsert(this.#indices, key, () => this.#next(layer))];
    }, outer);
  }

  #next(layer: Layer): number {
    const key = layer.join(".");
    const index = this.#counts.get(key) ?? 0;
    this.#counts.set(key, index + 1);
    return index;
  }
}
