import Type from "typebox";
import type { ConsoleFiles } from "../api/console.ts";
import type { Endpoint, Route } from "../http/route.ts";
import { sendBytes } from "../http/static-file.ts";
import { describeRoutes } from "./document.ts";
import { renderReference } from "./reference.ts";

interface Deps {
  /** The whole route table, including these routes. Read at the first request. */
  routes: () => readonly Route[];
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
  /** Returns the hashed path of a source file of the console. */
  hashedPath: ConsoleFiles["hashedPath"];
}

/** The page runs no script and loads only its own styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Creates the endpoints of the API description: as OpenAPI and as a web page. Both are created at the first request. */
export function createReference({ routes, publicUrl, hashedPath }: Deps): {
  openApi: Endpoint;
  page: Endpoint;
} {
  const document = once(() => describeRoutes(routes(), publicUrl));
  const sendJson = once(() =>
    sendBytes({
      bytes: Buffer.from(JSON.stringify(document())),
      contentType: "application/json; charset=utf-8",
      contentSecurityPolicy,
      headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
    }),
  );
  const sendPage = once(() =>
    sendBytes({
      bytes: Buffer.from(
        renderReference(document(), {
          styles: hashedPath("styles/docs.css"),
          icon: hashedPath("icon.svg"),
        }),
      ),
      contentType: "text/html; charset=utf-8",
      contentSecurityPolicy,
    }),
  );

  return {
    openApi: {
      operation: {
        id: "getOpenApi",
        tag: "service",
        summary: "Get this description as OpenAPI 3.1",
        responses: {
          200: {
            description: "The OpenAPI document",
            content: { "application/json": Type.Object({ openapi: Type.String({ pattern: "^3\\.1\\." }) }) },
            headers: { ETag: "strong validator; send it as `If-None-Match`" },
          },
          304: { description: "`If-None-Match` matches the document" },
        },
      },
      handler: (req, res, next) => sendJson()(req, res, next),
    },
    page: { operation: "page", handler: (req, res, next) => sendPage()(req, res, next) },
  };
}

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
