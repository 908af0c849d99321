import type { Request, Response } from "express";
import Type from "typebox";
import type { ConsoleFiles } from "../console/console.ts";
import type { Feature } from "../feature.ts";
import type { Platform } from "../platform.ts";
import { access } from "../http/access.ts";
import { route, type Endpoint, type Route } from "../http/route.ts";
import { sendBytes } from "../http/static-file.ts";
import { describeRoutes } from "./document.ts";
import { guidePage } from "./guide-page.ts";
import { readGuides } from "./guides.ts";
import { groupOperations } from "./listed-operation.ts";
import { notFoundPage } from "./not-found-page.ts";
import { overview } from "./overview.ts";
import { referencePath, renderPage, type Site } from "./page.ts";
import { reference } from "./reference.ts";
import { wellKnownRoutes } from "./well-known.ts";
import { searchEntries } from "./search-entries.ts";

interface Deps {
  /** The whole route table, including these routes. Read at the first request. */
  routes: () => readonly Route[];
  website: ConsoleFiles;
  /** The output of the console's build, which has the guides. */
  directory: string;
}

/** The documentation: the OpenAPI document, the pages of `/docs`, and the well-known documents. */
export interface Docs extends Feature {
  readonly sendNotFoundPage: SendNotFoundPage;
}

/** Pages load only the documentation's own script and styles, the pictures, and the entries of the search. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const pageType = "text/html; charset=utf-8";

/** Sends the page for a path that does not exist, with a link to the page that was probably meant. */
export type SendNotFoundPage = (req: Request, res: Response, nearest: string | undefined) => void;

/** The base URL in the examples of the guides. */
const exampleUrl = "https://og.example.com";

/**
 * Creates the endpoint of the OpenAPI document and the routes of the documentation: the overview at `/docs`, the guides, the
 * API reference, and the entries of the search; and the page for paths that do not exist. Each response is created at its first request.
 */
export function createDocs({ settings }: Platform, { routes, website, directory }: Deps): Docs {
  const publicUrl = settings.PUBLIC_URL;
  const guideGroups = readGuides(directory);
  const document = once(() => describeRoutes(routes(), publicUrl));
  const site = once((): Site => ({
    files: {
      styles: website.hashedPath("styles/docs.css"),
      script: website.hashedPath("docs/docs.ts"),
      icon: website.hashedPath("icon.svg"),
    },
    guideGroups,
    operationGroups: groupOperations(document()),
  }));

  const page = (path: string, create: () => Parameters<typeof renderPage>[0]): Route =>
    lazyRoute(`/${path}`, pageType, () => renderPage(create(), site()));

  const guides = guideGroups.flatMap((group) => group.guides);
  const pages = [
    page("docs", () => ({
      path: "docs",
      title: "Documentation",
      summary: "Guides and API reference of Placard, a service for Open Graph images.",
      main: overview(guideGroups, site().operationGroups),
    })),
    page(referencePath, () => ({
      path: referencePath,
      title: "API reference",
      summary: "All operations with their fields, examples and errors.",
      main: reference(withBaseUrl(document()), groupOperations(withBaseUrl(document()))),
    })),
    ...guides.map((guide) =>
      page(`docs/${guide.slug}`, () => ({
        path: `docs/${guide.slug}`,
        title: guide.title,
        summary: guide.summary,
        main: guidePage(withBaseUrl(guide), guideGroups, site().operationGroups),
      })),
    ),
    lazyRoute("/docs/search.json", "application/json; charset=utf-8", () =>
      JSON.stringify(withBaseUrl(searchEntries(guideGroups, site().operationGroups))),
    ),
  ];

  /** Replaces the base URL of the examples by that of this service. */
  function withBaseUrl<T>(value: T): T {
    const text = JSON.stringify(value).replaceAll(exampleUrl, publicUrl).replaceAll("{base_url}", publicUrl);
    return JSON.parse(text) as T;
  }

  const sendOpenApi = once(() =>
    sendBytes({
      bytes: Buffer.from(JSON.stringify(document())),
      contentType: "application/json; charset=utf-8",
      contentSecurityPolicy,
      headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
    }),
  );
  const openApi: Endpoint = {
    operation: {
      id: "getOpenApi",
      tag: "service",
      summary: "Get this description as OpenAPI 3.1",
      description:
        "Returns the document from which this reference is generated. Client generators and API tools can read it.",
      responses: {
        200: {
          description: "The OpenAPI document",
          content: { "application/json": Type.Object({ openapi: Type.String({ pattern: "^3\\.1\\." }) }) },
          headers: { ETag: "strong validator; send it as `If-None-Match`" },
        },
        304: { description: "`If-None-Match` matches the document" },
      },
    },
    handler: (req, res) => sendOpenApi()(req, res),
  };

  const sendNotFoundPage: SendNotFoundPage = (req, res, nearest) => {
    const path = req.path.slice(1);
    const content = {
      path,
      title: "Page not found",
      summary: "There is no page at this address.",
      main: notFoundPage(path, nearest?.slice(1)),
    };
    const bytes = Buffer.from(renderPage(content, site()));
    res.status(404);
    sendBytes({ bytes, contentType: pageType, contentSecurityPolicy, cacheControl: "no-store" })(req, res);
  };
  const wellKnown = wellKnownRoutes({ publicUrl, origins: settings.ORIGINS });
  const openApiRow = route("get", "/api/v1/openapi.json", access.public, openApi);
  return { routes: [openApiRow, ...pages, ...wellKnown], sendNotFoundPage };
}

/** A route whose response is created at the first request. */
function lazyRoute(path: string, contentType: string, create: () => string): Route {
  const send = once(() => sendBytes({ bytes: Buffer.from(create()), contentType, contentSecurityPolicy }));
  return route("get", path, access.public, { operation: "page", handler: (req, res) => send()(req, res) });
}

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
