import { aliases, logicalProperties } from "./logical.ts";
import { longhandNames, longhands } from "./longhands.ts";
import type { PropertyGroup } from "./property.ts";
import { shorthands } from "./shorthands.ts";

/** What the documentation, the linter and editors know about a property. */
export interface PropertyDescription {
  readonly name: string;
  readonly group: PropertyGroup;
  /** The accepted values in value definition syntax. */
  readonly syntax: string;
  /** Absent for properties that set others. */
  readonly initial?: string;
  readonly isInherited: boolean;
  /** A valid value. */
  readonly example: string;
  /** The properties that it sets, or the ones it stands for. */
  readonly sets?: readonly string[];
}

/** All properties that templates can use, as plain data: the source of the documentation, the linter and completion. */
export const propertyTable: readonly PropertyDescription[] = [
  ...longhandNames.map((name) => {
    const { group, syntax, initial, isInherited = false, example } = longhands[name];
    return { name, group, syntax, initial, isInherited, example };
  }),
  ...Object.entries(shorthands).map(([name, { group, syntax, example, longhands: sets }]) => ({
    name,
    group,
    syntax,
    isInherited: false,
    example,
    sets,
  })),
  ...Object.entries(logicalProperties).map(([name, { ltr, rtl }]) => {
    const { group, syntax, initial, isInherited = false, example } = longhands[ltr];
    return { name, group, syntax, initial, isInherited, example, sets: ltr === rtl ? [ltr] : [ltr, rtl] };
  }),
  ...Object.entries(aliases).map(([name, target]) => {
    const { group, syntax, initial, isInherited = false, example } = longhands[target];
    return { name, group, syntax, initial, isInherited, example, sets: [target] };
  }),
];

/** The names of all properties. */
export const propertyNames: readonly string[] = propertyTable.map(({ name }) => name);
