import { groups } from "./groups.ts";
import { aliases, logicalProperties } from "./logical.ts";
import { longhandNames, longhands, type LonghandName } from "./longhands.ts";
import { shorthands } from "./shorthands.ts";

type PropertyGroup = keyof typeof groups;

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

function groupOf(name: string): PropertyGroup {
  const names = Object.keys(groups) as PropertyGroup[];
  const isIn = (group: PropertyGroup) => groups[group].some((entries) => Object.hasOwn(entries, name));
  return names.find(isIn) ?? "generated";
}

function describe(name: string, longhand: LonghandName, sets?: readonly string[]): PropertyDescription {
  const { syntax, initial, isInherited = false, example } = longhands[longhand];
  return { name, group: groupOf(longhand), syntax, initial, isInherited, example, ...(sets && { sets }) };
}

const properties: readonly PropertyDescription[] = [
  ...longhandNames.map((name) => describe(name, name)),
  ...[...shorthands].map(([name, { syntax, example, longhands: sets }]) => ({
    name,
    group: groupOf(name),
    syntax,
    isInherited: false,
    example,
    sets,
  })),
  ...[...logicalProperties].map(([name, { ltr, rtl }]) => describe(name, ltr, [...new Set([ltr, rtl])])),
];

/** The properties of templates as plain data, for the documentation, the linter and completion. */
export const propertyTable: readonly PropertyDescription[] = [
  ...properties,
  ...[...aliases].map(([name, target]) => {
    const description = properties.find((each) => each.name === target)!;
    return { ...description, name, sets: [target] };
  }),
];

export const propertyNames: readonly string[] = propertyTable.map(({ name }) => name);
