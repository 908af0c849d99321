import type { ComponentValue } from "../component-values.ts";
import { checkContext } from "../value-context.ts";
import { backgroundProperties } from "./background.ts";
import { borderProperties } from "./border.ts";
import { boxProperties, positionProperties, tableProperties } from "./box.ts";
import { effectProperties, imageProperties } from "./effects.ts";
import { flexProperties } from "./flex.ts";
import { generatedProperties } from "./generated.ts";
import { gridProperties } from "./grid.ts";
import { layerProperties } from "./layers.ts";
import type { Property } from "./property.ts";
import { svgPaintProperties, svgTextProperties } from "./svg-paint.ts";
import { textProperties } from "./text.ts";

const entries = {
  ...boxProperties,
  ...positionProperties,
  ...flexProperties,
  ...gridProperties,
  ...tableProperties,
  ...borderProperties,
  ...backgroundProperties,
  ...effectProperties,
  ...layerProperties,
  ...imageProperties,
  ...svgPaintProperties,
  ...svgTextProperties,
  ...textProperties,
  ...generatedProperties,
};

type Entries = typeof entries;

export type LonghandName = keyof Entries;

/** The computed values of all properties. */
export type Longhands = {
  -readonly [K in LonghandName]: Entries[K] extends Property<infer T> ? T : never;
};

/** All properties with one value, by name, in the order of the documentation. */
export const longhands: { readonly [K in LonghandName]: Property<Longhands[K]> } = entries;

export const longhandNames = Object.keys(longhands) as readonly LonghandName[];

/** Whether a name belongs to a property with one value. */
export function isLonghand(name: string): name is LonghandName {
  return Object.hasOwn(longhands, name);
}

/** Whether values are valid for a property with one value, whichever element they are computed for. */
export function isValidFor(name: string, values: readonly ComponentValue[]): boolean {
  return isLonghand(name) && longhands[name].parse(values, checkContext) !== undefined;
}
