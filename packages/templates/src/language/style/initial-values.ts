import { valuesOf } from "../css/component-values.ts";
import { longhandNames, longhands, type Longhands } from "../css/properties/longhands.ts";
import { checkContext } from "../css/value-context.ts";

/** `rem` is the browser's default font size: a template's root is not a document's root. */
export const rootFontSize = 16;

/** The initial values of all properties. */
export const initialValues = Object.fromEntries(
  longhandNames.map((name) => {
    const value = longhands[name].parse(valuesOf(longhands[name].initial), checkContext);
    if (value === undefined) throw new Error(`The initial value of ${name} is invalid`);
    return [name, value];
  }),
) as unknown as Longhands;
