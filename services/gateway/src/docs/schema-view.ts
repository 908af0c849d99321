import type { Schema } from "./types.ts";
import { details, fields, html, inline, type Html } from "./html.ts";

/** Returns the schema that a `$ref` names, or the schema itself. */
export type ResolveSchema = (schema: Schema) => Schema;

/** A list of a schema's fields, including nested fields. Named schemas of fields are collapsed. */
export function schemaView(reference: Schema, resolve: ResolveSchema): Html {
  const schema = resolve(reference);
  const { properties, items, anyOf } = schema;
  if (anyOf) return alternativesView(anyOf, resolve);
  if (items && !items.$ref)
    return html`<p class="type">list of</p>
      ${schemaView(items, resolve)}`;
  if (!properties) return html`<p>${typeView(schema)}</p>`;
  const names = Object.entries(properties);
  if (names.length === 0) return html`<p class="type">empty</p>`;
  return fields(
    names.map(([name, each]) => field(name, each, schema.required?.includes(name) ?? false, resolve)),
  );
}

/** Alternatives with a description are collapsed, except for the first one. */
function alternativesView(anyOf: readonly Schema[], resolve: ResolveSchema): Html {
  return html`<ul class="one-of">
    ${anyOf.map(resolve).map((schema, i) => {
      const view = schemaView(schema, resolve);
      const { description } = schema;
      return html`<li>${description === undefined ? view : details(inline(description), view, i === 0)}</li>`;
    })}
  </ul>`;
}

/** An entry in a list of fields: name, type, whether it is required, and description. */
export function field(name: string, schema: Schema, isRequired: boolean, resolve: ResolveSchema) {
  const entry = schema.items ?? schema;
  const named = entry.$ref === undefined ? undefined : resolve(entry);
  const required = isRequired && html`<span class="required">required</span>`;
  return {
    name: html`<code>${name}</code> ${typeView(schema)} ${required}`,
    text: [
      ...describeField(schema),
      ...(entry.properties ? [schemaView(entry, resolve)] : []),
      ...(named?.properties ? [details("Fields", schemaView(named, resolve))] : []),
    ],
  };
}

function typeView(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.items) return html`<span class="type">list of</span> ${typeView(schema.items)}`;
  if (schema.anyOf) {
    return html`${schema.anyOf.map((each, i) => html`${i > 0 && html` <span class="type">or</span> `}${typeView(each)}`)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) {
    return html`<span class="type">one of</span>
      ${schema.enum.map((value, i) => html`${i > 0 && ", "}<code>${JSON.stringify(value)}</code>`)}`;
  }
  const type = [schema.type ?? "any", schema.format].filter(Boolean).join(", ");
  return html`<span class="type">${type}</span>`;
}

function describeField(schema: Schema): Html[] {
  const { minimum, maximum, maxLength, minItems, maxItems, default: value } = schema;
  const parts = [
    schema.description,
    minimum !== undefined && (maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`),
    maxLength !== undefined && `at most ${maxLength.toLocaleString("en")} characters`,
    minItems !== undefined && maxItems !== undefined && `${minItems} to ${maxItems} entries`,
    value !== undefined && `default \`${JSON.stringify(value)}\``,
  ];
  return inline(parts.filter(Boolean).join("; "));
}
