import type { Schema } from "./types.ts";
import { html, inline, type Html } from "./html.ts";

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
  return html`<dl class="fields">
    ${names.map(([name, field]) => fieldView(name, field, schema.required?.includes(name) ?? false, resolve))}
  </dl>`;
}

/** Alternatives with a description are collapsed, except for the first one. */
function alternativesView(anyOf: readonly Schema[], resolve: ResolveSchema): Html {
  return html`<ul class="one-of">
    ${anyOf.map(resolve).map((schema, i) => {
      const { description } = schema;
      if (description === undefined) return html`<li>${schemaView(schema, resolve)}</li>`;
      return html`<li>
        <details ${i === 0 && html`open`}>
          <summary>${inline(description)}</summary>
          ${schemaView(schema, resolve)}
        </details>
      </li>`;
    })}
  </ul>`;
}

/** An entry in a list of fields: name, type, whether it is required, and description. */
export function fieldView(name: string, field: Schema, isRequired: boolean, resolve: ResolveSchema): Html {
  const entry = field.items ?? field;
  const named = entry.$ref === undefined ? undefined : resolve(entry);
  return html`<div>
    <dt>
      <code>${name}</code> ${typeView(field)} ${isRequired && html`<span class="required">required</span>`}
    </dt>
    <dd>
      ${describeField(field)}${entry.properties && schemaView(entry, resolve)}
      ${
        named?.properties &&
        html`<details>
          <summary>Fields</summary>
          ${schemaView(named, resolve)}
        </details>`
      }
    </dd>
  </div>`;
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

function describeField({
  description,
  minimum,
  maximum,
  maxLength,
  minItems,
  maxItems,
  default: defaultValue,
}: Schema): Html {
  const limits = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `at least ${minimum}`,
    maxLength !== undefined && `at most ${maxLength.toLocaleString("en")} characters`,
    minItems !== undefined && maxItems !== undefined && `${minItems} to ${maxItems} entries`,
    defaultValue !== undefined && `default \`${JSON.stringify(defaultValue)}\``,
  ].filter((limit) => limit !== false);
  return html`${inline([description, ...limits].filter(Boolean).join("; "))}`;
}
