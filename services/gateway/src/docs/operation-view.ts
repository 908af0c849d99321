import type { MediaType, OpenApi, OperationObject, ResponseObject } from "./types.ts";
import { curlOf } from "./curl.ts";
import { html, inline, prose, type Html } from "./html.ts";
import { jsonView } from "./json-view.ts";
import { fieldView, schemaView, type ResolveSchema } from "./schema-view.ts";

const credentials: Record<string, string> = { apiKey: "API key", session: "session token" };

/** The section of an operation: its description, an example request, its parameters, its body and its responses. */
export function operationView(
  path: string,
  method: string,
  operation: OperationObject,
  document: OpenApi,
  resolve: ResolveSchema,
): Html {
  const body = operation.requestBody?.content["application/json"];
  const responses = Object.entries(operation.responses);
  const successes = responses.filter(([status]) => Number(status) < 400);
  const failures = responses.filter(([status]) => Number(status) >= 400);
  return html`<section
    class="operation"
    id="${operation.operationId}"
    aria-labelledby="${operation.operationId}-title"
  >
    <h3 id="${operation.operationId}-title"><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="endpoint">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${wrappable(path)}</code>
      <span class="auth">${credentialOf(operation)}</span>
    </p>
    <div class="columns">
      <div>
        ${prose(operation.description ?? "")}${parametersView(operation, resolve)}
        ${
          body &&
          html`<h4>Request body</h4>
            ${schemaView(body.schema, resolve)}`
        }
        <h4>Responses</h4>
        ${successes.map(([status, response]) => successView(status, response, resolve))}
        <details>
          <summary>Errors <span class="codes">${codesOf(failures)}</span></summary>
          <ul class="errors">
            ${failures.map(([status, { description, headers = {} }]) => html`<li><b>${status}</b> ${linkErrorCodes(description)}${"Retry-After" in headers && " (with Retry-After)"}</li>`)}
          </ul>
        </details>
      </div>
      <div class="examples">
        <h4>Example request</h4>
        <pre tabindex="0"><code>${curlOf({ path, method, operation, document })}</code></pre>
        ${examplesOf(body)
          .slice(1)
          .map(
            (value) =>
              html`<h4>Another request body</h4>
                ${jsonView(value)}`,
          )}
        ${successes.flatMap(([status, { content = {} }]) =>
          examplesOf(content["application/json"]).map(
            (value) =>
              html`<h4>Response ${status}</h4>
                ${jsonView(abbreviateSchemas(value))}`,
          ),
        )}
      </div>
    </div>
  </section>`;
}

function credentialOf({ security }: OperationObject): Html {
  const requirements = security.map((requirement) => Object.entries(requirement)[0]);
  const alternatives = requirements
    .filter((requirement) => requirement !== undefined)
    .map(([name, scopes], i) => {
      const or = i > 0 && " or ";
      if (scopes.length === 0) return html`${or}${credentials[name]}`;
      return html`${or}${credentials[name]} with <a href="accounts#scopes">${scopes.join(", ")}</a>`;
    });
  if (alternatives.length === 0) return html`no credential`;
  return html`${requirements.includes(undefined) && "optional "}${alternatives}`;
}

function parametersView({ parameters = [] }: OperationObject, resolve: ResolveSchema): Html | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ in: where, name, description, required = false, schema }) => {
    const details = schema.description;
    const text = `${where === "header" ? "header" : where}: ${description}${details === undefined ? "" : `; ${details}`}`;
    return fieldView(name, { ...schema, description: text }, required, resolve);
  });
  return html`<h4>Parameters</h4>
    <dl class="fields">${fields}</dl>`;
}

function successView(
  status: string,
  { description, headers = {}, content = {} }: ResponseObject,
  resolve: ResolveSchema,
): Html {
  const [body] = Object.values(content);
  const data = body?.schema.properties?.["data"];
  const types = Object.keys(content).join(", ");
  return html`<div class="response">
    <p><b class="status">${status}</b> ${inline(description)} <span class="type">${types}</span></p>
    ${
      data &&
      html`<details>
        <summary>Fields of <code>data</code></summary>
        ${schemaView(data, resolve)}
      </details>`
    }
    <details>
      <summary>Response headers</summary>
      <dl class="fields">
        ${Object.entries(headers).map(
          ([name, field]) =>
            html`<div>
              <dt><code>${name}</code></dt>
              <dd>${inline(field.description)}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </div>`;
}

function examplesOf({ examples = {} }: Partial<MediaType> = {}): unknown[] {
  return Object.values(examples).flatMap((example) => ("value" in example ? [example.value] : []));
}

/** Abbreviates JSON Schemas in an example, which would fill the page. */
function abbreviateSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(abbreviateSchemas);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "schema" ? { "…": "JSON Schema" } : abbreviateSchemas(part),
    ]),
  );
}

function codesOf(responses: [string, ResponseObject][]): string {
  return responses.map(([status]) => status).join(" ");
}

/** A description with its error codes linked to their explanations. */
function linkErrorCodes(description: string): Html[] {
  return description
    .split("`")
    .map((part, i) =>
      i % 2 === 1 ? html`<a href="#error-${part}"><code>${part}</code></a>` : html`${part}`,
    );
}

/** A path that can wrap before its slashes. */
function wrappable(path: string): Html[] {
  return path.split("/").map((part, i) => (i === 0 ? html`${part}` : html`<wbr />/${part}`));
}
