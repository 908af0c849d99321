import { errorCodes } from "@placard/contracts";
import { details, fields, html, inline, jsonView, prose, type Html } from "./html.ts";
import { field, schemaView, type ResolveSchema } from "./schema-view.ts";
import type { ListedOperation, Site } from "./site.ts";
import type { MediaType, OperationObject, ResponseObject } from "./types.ts";

const credentials: Record<string, string> = { apiKey: "API key", session: "session token" };

/** The content of the API reference. */
export function reference({ document, operationGroups }: Site): Html {
  const { info, servers, components } = document;
  const resolve: ResolveSchema = (schema) =>
    components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  const schemes = Object.entries(components.securitySchemes).map(([name, { description }]) => ({
    name: name === "apiKey" ? "API key" : "Session token",
    text: inline(description),
  }));
  const errors = Object.entries(errorCodes).map(([code, { status, message, help }]) => ({
    id: `error-${code}`,
    name: html`<code>${code}</code> <span class="type">${status}</span>`,
    text: inline(`${message} ${help}`),
  }));
  return html`<article class="reference">
    <section aria-labelledby="about">
      <h1 id="about">API reference</h1>
      ${prose(info.description)}
      <p>
        Base URL <code>${servers[0]?.url}</code>. Also available as
        <a href="../api/v1/openapi.json">OpenAPI 3.1</a>. Send credentials as
        <code>Authorization: Bearer …</code>:
      </p>
      ${fields(schemes)}
    </section>
    ${operationGroups.map(
      ({ name, title, operations }) =>
        html`<section aria-labelledby="group-${name}">
          <h2 id="group-${name}">${title}</h2>
          ${operations.map((operation) => operationView(operation, servers[0]?.url ?? "", resolve))}
        </section>`,
    )}
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      ${fields(errors, "fields card")}
    </section>
    <section aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(components.schemas).map(
        ([name, schema]) =>
          html`<section class="card operation" id="schema-${name}" aria-labelledby="schema-${name}-title">
            <h3 id="schema-${name}-title">${name}</h3>
            ${schemaView(schema, resolve)}
          </section>`,
      )}
    </section>
  </article>`;
}

/** The section of an operation: description, example request, parameters, body and responses. */
function operationView(operation: ListedOperation, baseUrl: string, resolve: ResolveSchema): Html {
  const { path, method, operationId: id, summary, description = "" } = operation;
  const body = operation.requestBody?.content["application/json"];
  const responses = Object.entries(operation.responses);
  const successes = responses.filter(([status]) => Number(status) < 400);
  const failures = responses.filter(([status]) => Number(status) >= 400);
  return html`<section class="card operation" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
    <p class="endpoint">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${wrappable(path)}</code>
      <span class="auth">${credentialOf(operation)}</span>
    </p>
    <div class="columns">
      <div>
        ${prose(description)}${parametersView(operation, resolve)}
        ${body && html`<h4>Request body</h4>`}${body && schemaView(body.schema, resolve)}
        <h4>Responses</h4>
        ${successes.map(([status, response]) => successView(status, response, resolve))}
        ${details(
          html`Errors <span class="codes">${failures.map(([status]) => status).join(" ")}</span>`,
          html`<ul class="errors">
            ${failures.map(failureView)}
          </ul>`,
        )}
      </div>
      <div class="examples">
        <h4>Example request</h4>
        <pre tabindex="0"><code>${curlOf(operation, baseUrl)}</code></pre>
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
                ${jsonView(value)}`,
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
  const entries = parameters.map(({ in: where, name, description, required = false, schema }) => {
    const text = `${where}: ${[description, schema.description].filter(Boolean).join("; ")}`;
    return field(name, { ...schema, description: text }, required, resolve);
  });
  return html`<h4>Parameters</h4>
    ${fields(entries)}`;
}

function successView(
  status: string,
  { description, headers = {}, content = {} }: ResponseObject,
  resolve: ResolveSchema,
): Html {
  const data = Object.values(content)[0]?.schema.properties?.["data"];
  const types = Object.keys(content).join(", ");
  const headerFields = Object.entries(headers).map(([name, header]) => ({
    name: html`<code>${name}</code>`,
    text: inline(header.description),
  }));
  return html`<div class="response">
    <p><b class="status">${status}</b> ${inline(description)} <span class="type">${types}</span></p>
    ${data && details(html`Fields of <code>data</code>`, schemaView(data, resolve))}
    ${details("Response headers", fields(headerFields))}
  </div>`;
}

/** The error codes of a status, linked to their explanations. */
function failureView([status, { description, headers = {} }]: [string, ResponseObject]): Html {
  const codes = inline(description, (code) => html`<a href="#error-${code}"><code>${code}</code></a>`);
  return html`<li><b>${status}</b> ${codes}${"Retry-After" in headers && " (with Retry-After)"}</li>`;
}

function examplesOf({ examples = {} }: Partial<MediaType> = {}): unknown[] {
  return Object.values(examples).flatMap((example) => ("value" in example ? [example.value] : []));
}

/** A path that can wrap before its slashes. */
function wrappable(path: string): Html[] {
  return path.split("/").map((part, i) => (i === 0 ? html`${part}` : html`<wbr />/${part}`));
}

const variables: Record<string, string> = { apiKey: "$PLACARD_KEY", session: "$PLACARD_TOKEN" };
const samples: Record<string, string> = {
  template: "blog",
  format: "png",
  imageId: "<image ID>",
  id: "<ID>",
};

/** A curl command, for a POSIX shell, that calls an operation with its first example. */
function curlOf(operation: ListedOperation, baseUrl: string): string {
  const { path, method, parameters = [], security, requestBody } = operation;
  const filledPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? `<${name}>`);
  const query = parameters.flatMap(({ in: where, name, required }) =>
    where === "query" && required === true ? [`${name}=<${name}>`] : [],
  );
  const url = `${baseUrl}${filledPath}${query.length > 0 ? `?title=Hello&${query.join("&")}` : ""}`;
  const accepted = security.flatMap((requirement) => Object.keys(requirement));
  const credential = accepted.includes("apiKey") ? "apiKey" : accepted[0];
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  const hasFile = requestBody?.content["application/octet-stream"] !== undefined;
  const isDefault = method === "get" || (method === "post" && (example !== undefined || hasFile));
  return [
    `curl ${isDefault ? "" : `-X ${method.toUpperCase()} `}${quote(url)}`,
    credential !== undefined && `-H "Authorization: Bearer ${variables[credential]}"`,
    example && '-H "Content-Type: application/json"',
    example && "value" in example && `-d ${quote(toJson(example.value))}`,
    hasFile && "--data-binary @logo.svg",
  ]
    .filter((part) => typeof part === "string")
    .join(" \\\n  ");
}

/** JSON on one line if it is short. */
function toJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= 40 ? line : JSON.stringify(value, null, 2);
}

/** Quotes a text unless it has only characters without a meaning for shells. */
function quote(text: string): string {
  return /^[\w/:.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
