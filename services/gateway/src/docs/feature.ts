import { lazy } from "@placard/contracts/lazy";
import Type from "typebox";
import type { ConsoleFiles } from "../console/console.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route, type Endpoint, type Route } from "../http/route.ts";
import { pagePolicy, sendBytes } from "../http/static-file.ts";
import type { Platform } from "../platform.ts";
import { describeFeatures } from "./document.ts";
import { renderPage, type Page } from "./layout.ts";
import { guidePage, overview } from "./pages.ts";
import { reference } from "./reference.ts";
import { groupOperations, readGuides, referencePage, searchEntries, type Site } from "./site.ts";
import { sendJson } from "../http/envelope.ts";

interface Deps {
  /** All features, including this one. Read at the first request. */
  features: () => readonly Feature[];
  website: ConsoleFiles;
  /** The output of the console's build, which has the guides. */
  directory: string;
}

const contentSecurityPolicy = pagePolicy();

const pageType = "text/html; charset=utf-8";
const jsonType = "application/json; charset=utf-8";

/** The base URL in the examples of the guides. */
const exampleUrl = "https://og.example.com";

/**
 * Creates the OpenAPI document and the documentation at `/docs`: overview, guides, API reference and search.
 * Each response is created at its first request.
 */
export function createDocs({ settings }: Platform, { features, website, directory }: Deps): Feature {
  const publicUrl = settings.PUBLIC_URL;
  const guideGroups = readGuides(directory);
  const document = lazy(() => describeFeatures(features(), publicUrl));
  const site = lazy((): Site => {
    const content = { guideGroups, document: document(), operationGroups: groupOperations(document()) };
    const text = JSON.stringify(content)
      .replaceAll(exampleUrl, publicUrl)
      .replaceAll("{base_url}", publicUrl);
    return {
      ...(JSON.parse(text) as typeof content),
      files: {
        styles: website.hashedPath("styles/docs.css"),
        script: website.hashedPath("docs/docs.ts"),
        icon: website.hashedPath("icon.svg"),
      },
    };
  });

  const pages: Page[] = [
    {
      path: "docs",
      title: "Documentation",
      summary: "Guides and API reference of Placard, a service for Open Graph images.",
      main: overview,
    },
    { ...referencePage, main: reference },
    ...guideGroups.flatMap((group) =>
      group.guides.map(({ slug, title, summary }) => ({
        path: `docs/${slug}`,
        title,
        summary,
        main: (content: Site) => guidePage(slug, content),
      })),
    ),
  ];

  const sendOpenApi = lazy(() =>
    sendBytes({
      bytes: Buffer.from(JSON.stringify(document())),
      contentType: jsonType,
      contentSecurityPolicy,
      headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
    }),
  );
  const openApi: Endpoint = {
    operation: {
      id: "getOpenApi",
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

  return {
    tag: "service",
    routes: [
      route("get", "/api/v1/openapi.json", access.public, openApi),
      ...pages.map((page) => lazyRoute(`/${page.path}`, pageType, () => renderPage(page, site()))),
      lazyRoute("/docs/search.json", jsonType, () => JSON.stringify(searchEntries(site()))),
      ...wellKnownRoutes(publicUrl, settings.ORIGINS),
    ],
  };
}

/** A route whose response is created at the first request. */
function lazyRoute(path: string, contentType: string, create: () => string): Route {
  const send = lazy(() => sendBytes({ bytes: Buffer.from(create()), contentType, contentSecurityPolicy }));
  return route("get", path, access.public, { operation: "page", handler: (req, res) => send()(req, res) });
}

/**
 * The documents about passkeys at well-known URIs (RFC 8615). Browsers and password managers fetch them from
 * the root of the RP ID's host. If PUBLIC_URL has a path, another server owns that root, and there are none
 * here.
 */
function wellKnownRoutes(publicUrl: string, origins: readonly string[]): Route[] {
  if (new URL(publicUrl).pathname !== "/") return [];
  const passkeys = `${publicUrl}/#/passkeys`;
  const documents = {
    // A Well-Known URL for Relying Party Passkey Endpoints (W3C), clause 3: where to add and to manage
    // passkeys.
    "passkey-endpoints": { enroll: passkeys, manage: passkeys },
    // WebAuthn level 3, clause 5.11.1: the origins that may use the RP ID although it is not a suffix of
    // their host.
    ...(origins.length > 1 && { webauthn: { origins } }),
  };
  return Object.entries(documents).map(([name, document]) =>
    route("get", `/.well-known/${name}`, access.public, {
      operation: "page",
      handler(_req, res) {
        res.setHeader("Cache-Control", "public, max-age=3600");
        res.setHeader("X-Content-Type-Options", "nosniff");
        sendJson(res, 200, document);
      },
    }),
  );
}
