import { readFields } from "./language/data/field-definitions.ts";
import { toSchema, type FieldSchema } from "./language/data/fields.ts";

/**
 * Describes the data that one version of a template accepts and the next one rejects. Each text completes
 * "requests …". Takes the schemas of the data.
 */
export function listRejectedRequests(before: FieldSchema, after: FieldSchema): string[] {
  const { properties = {}, required = [] } = after;
  const added = required.filter((name) => before.required?.includes(name) !== true);
  return [
    ...Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
      const next = properties[name];
      return next ? listRejectedValues(`“${name}”`, field, next) : [`with “${name}”, which is removed`];
    }),
    ...added.map((name) => `without “${name}”, which is required`),
  ];
}

/** The same for two `template.json` that were not validated. */
export function listRejectedRequestsOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return listRejectedRequests(toSchema(readFields(before)), toSchema(readFields(after)));
}

function listRejectedValues(name: string, before: FieldSchema, after: FieldSchema): string[] {
  if (before.type !== after.type) return [`with ${name}, which has another type`];
  if (after.type === "object")
    return listRejectedRequests(before, after).map((text) => `with an entry of ${name} ${text}`);
  const { format, maxLength = Infinity, maxItems = Infinity } = after;
  if (format !== undefined && format !== before.format)
    return [`with a ${name} that does not have the format “${format}”`];
  const choices = before.enum?.every((value) => after.enum?.includes(value)) ? undefined : after.enum;
  return [
    ...(choices ? [`with a ${name} other than ${choices.map((each) => `“${each}”`).join(", ")}`] : []),
    ...(maxLength < longestOf(before) ? [`with a ${name} of more than ${maxLength} characters`] : []),
    ...(maxItems < (before.maxItems ?? 0) ? [`with more than ${maxItems} entries in ${name}`] : []),
    ...(before.items && after.items ? listRejectedValues(name, before.items, after.items) : []),
  ];
}

function longestOf({ maxLength = 0, enum: choices = [] }: FieldSchema): number {
  return Math.max(maxLength, ...choices.map((each) => each.length));
}
