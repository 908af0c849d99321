import type { OpenApi, OperationObject } from "./types.ts";
import { errorCodes } from "@placard/contracts";
import { html, inline, prose, type Html } from "./html.ts";
import { operationView } from "./operation-view.ts";
import { schemaView } from "./schema-view.ts";

interface ListedOperation {
  path: string;
  method: string;
  operation: OperationObject;
}

/**
 * The API reference as HTML. It has no scripts.
 * @param files the only files that it loads, relative to the page
 */
export function renderReference(document: OpenApi, files: { styles: string; icon: string }): string {
  const operations: ListedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    members: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Placard API</title>
        <link rel="icon" href="${files.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${files.styles}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <img src="${files.icon}" alt="" width="32" height="32" /><a class="brand" href="/">Placard</a
          ><span class="purpose">API reference</span>
        </header>
        <div class="reference">
          <nav aria-label="Contents">${navigation(groups)}</nav>
          <main id="main">
            <section aria-labelledby="about">
              <h1 id="about">API reference</h1>
              ${prose(document.info.description)}
              <p>
                Base URL <code>${document.servers[0]?.url}</code>. Also available as
                <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Send credentials as
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
              ({ name, description, members }) =>
                html`<section aria-labelledby="group-${name}">
                  <h2 id="group-${name}">${description}</h2>
                  ${members.map(({ path, method, operation }) => operationView(path, method, operation, document))}
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
                    ${schemaView(schema)}
                  </section>`,
              )}
            </section>
          </main>
        </div>
      </body>
    </html> `.source;
}

function navigation(groups: readonly { name: string; members: readonly ListedOperation[] }[]): Html {
  return html`<details open>
    <summary>Contents</summary>
    ${groups.map(
      ({ name, members }) =>
        html`<a class="group" href="#group-${name}">${name}</a>
          <ul>
            ${members.map(
              ({ method, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}"
                    ><span class="method ${method}">${method}</span> ${operation.operationId}</a
                  >
                </li>`,
            )}
          </ul>`,
    )}<a class="group" href="#errors">errors</a><a class="group" href="#schemas">schemas</a>
  </details>`;
}
