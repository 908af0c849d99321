import { backgroundProperties, type BackgroundLonghands } from "./background.ts";
import { borderProperties, type BorderLonghands } from "./border.ts";
import { boxProperties, type BoxLonghands } from "./box.ts";
import { effectProperties, type EffectLonghands } from "./effects.ts";
import { flexProperties, type FlexLonghands } from "./flex.ts";
import type { Property } from "./property.ts";
import { textProperties, type TextLonghands } from "./text.ts";

/** The computed values of all properties. */
export interface Longhands
  extends BoxLonghands, FlexLonghands, BorderLonghands, BackgroundLonghands, EffectLonghands, TextLonghands {}

export type LonghandName = keyof Longhands;

/** All properties with one value, by name, in the order of the documentation. */
export const longhands: { readonly [K in LonghandName]: Property<Longhands[K]> } = {
  ...boxProperties,
  ...flexProperties,
  ...borderProperties,
  ...backgroundProperties,
  ...effectProperties,
  ...textProperties,
};

export const longhandNames = Object.keys(longhands) as readonly LonghandName[];

/** Whether a name is that of a property with one value. */
export function isLonghand(name: string): name is LonghandName {
  return Object.hasOwn(longhands, name);
}
