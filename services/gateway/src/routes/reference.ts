import Type from "typebox";
import { describeRoutes } from "../openapi/document.ts";
import { page, type Operation } from "../openapi/operation.ts";
import { renderReference } from "../reference/reference.ts";
import { sendBytes } from "./fixed-bytes.ts";
import type { Methods, Routes } from "./routes.ts";

interface Deps {
  /** All routes but these. */
  routes: Routes;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
}

const getOpenApi: Operation = {
  id: "getOpenApi",
  tag: "service",
  summary: "This description, as OpenAPI 3.1",
  auth: "none",
  answers: {
    200: {
      description: "The document",
      content: { "application/json": Type.Object({ openapi: Type.String({ pattern: "^3\\.1\\." }) }) },
      headers: { ETag: "strong validator; send it as `If-None-Match`" },
    },
    304: { description: "`If-None-Match` names the document" },
  },
};

/** The page runs nothing and loads nothing but its own style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The description of all routes, these included, for programs and for people. Made once. */
export function referenceRoutes({ routes, publicUrl }: Deps): Routes {
  const own = (json: Buffer, html: Buffer): Record<string, Methods> => ({
    "/api/v1/openapi.json": {
      get: {
        about: getOpenApi,
        handlers: [
          sendBytes({
            bytes: json,
            contentType: "application/json; charset=utf-8",
            contentSecurityPolicy,
            headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
          }),
        ],
      },
    },
    "/docs": {
      get: {
        about: page,
        handlers: [
          sendBytes({ bytes: html, contentType: "text/html; charset=utf-8", contentSecurityPolicy }),
        ],
      },
    },
  });
  const none = Buffer.alloc(0);
  const document = describeRoutes({ ...routes, ...own(none, none) }, publicUrl);
  return own(Buffer.from(JSON.stringify(document)), Buffer.from(renderReference(document)));
}
