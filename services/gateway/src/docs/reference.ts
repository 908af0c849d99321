import { errorCodes } from "@placard/contracts";
import { html, inline, prose, type Html } from "./html.ts";
import type { OperationGroup } from "./listed-operation.ts";
import { operationView } from "./operation-view.ts";
import { schemaView } from "./schema-view.ts";
import type { OpenApi, Schema } from "./types.ts";

/** The content of the API reference. */
export function reference(document: OpenApi, groups: readonly OperationGroup[]): Html {
  const schemas = Object.entries(document.components.schemas);
  const resolve = (schema: Schema) =>
    document.components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  return html`<article class="reference">
    <section aria-labelledby="about">
      <h1 id="about">API reference</h1>
      ${prose(document.info.description)}
      <p>
        Base URL <code>${document.servers[0]?.url}</code>. Also available as
        <a href="../api/v1/openapi.json">OpenAPI 3.1</a>. Send credentials as
        <code>Authorization: Bearer …</code>:
      </p>
      <dl class="fields">
        ${Object.entries(document.components.securitySchemes).map(
          ([name, { description }]) =>
            html`<div>
              <dt>${name === "apiKey" ? "API key" : "Session token"}</dt>
              <dd>${inline(description)}</dd>
            </div>`,
        )}
      </dl>
    </section>
    ${groups.map(
      ({ name, title, operations }) =>
        html`<section aria-labelledby="group-${name}">
          <h2 id="group-${name}">${title}</h2>
          ${operations.map(({ path, method, operation }) => operationView(path, method, operation, document, resolve))}
        </section>`,
    )}
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <dl class="fields card">
        ${Object.entries(errorCodes).map(
          ([code, { status, message }]) =>
            html`<div id="error-${code}">
              <dt><code>${code}</code> <span class="type">${status}</span></dt>
              <dd>${inline(message)}</dd>
            </div>`,
        )}
      </dl>
    </section>
    <section aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      ${schemas.map(
        ([name, schema]) =>
          html`<section class="operation" id="schema-${name}" aria-labelledby="schema-${name}-title">
            <h3 id="schema-${name}-title">${name}</h3>
            ${schemaView(schema, resolve)}
          </section>`,
      )}
    </section>
  </article>`;
}
