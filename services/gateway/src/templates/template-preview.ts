import {
  compileValidator,
  elementBox,
  hashJson,
  imageFormats,
  imageMetadata,
  warning,
  exactObject,
} from "@placard/contracts";
import type { CompiledTemplate, Problem, TemplateDocument } from "@placard/templates";
import type { Request, Response } from "express";
import Type, { type Static } from "typebox";
import { accountIdOf, chargePriceOf } from "../http/caller.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import { validBody } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Endpoint } from "../http/route.ts";
import { dataEndpoint, jsonEndpoint } from "../http/json-endpoint.ts";
import { parseGenerateRequest, type RequestCatalog } from "../images/parse-generate-request.ts";
import { brandInput } from "../brands/brand-input.ts";
import { documentErrors, documentInput, readDocument } from "./document-input.ts";
import type { TemplateDependencies } from "./feature.ts";
import { outputOptions } from "@placard/contracts";
import { documentExample, problem } from "./template-schemas.ts";
import { jsonResponse } from "../docs/operation.ts";
import { present, type Presentable } from "../http/present.ts";

const previewBody = exactObject(
  {
    template: Type.Union([documentInput.properties.template, Type.String()], {
      description: "the content of `template.json`, or the name of a published template",
    }),
    json: documentInput.properties.json,
    html: Type.Optional(documentInput.properties.html),
    assets: documentInput.properties.assets,
    data: Type.Object({}),
    options: Type.Optional(outputOptions),
    brand: Type.Optional(brandInput),
  },
  { title: "PreviewRequest" },
);
const validateDocument = compileValidator(documentInput);
const problems = Type.Array(problem, { description: "warnings about the document", examples: [[]] });
const preview = exactObject({
  image: Type.String({ description: "the encoded image, in base64", examples: ["iVBORw0KGgo="] }),
  format: imageMetadata.format,
  quality: imageMetadata.quality,
  width: Type.Integer(),
  height: Type.Integer(),
  warnings: Type.Array(warning, { examples: [[]] }),
  boxes: Type.Array(elementBox, { description: "the boxes of the elements, in pixels" }),
  problems,
  variables: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "the values of the brand's custom properties on the card of a document",
      examples: [{ "--accent": "#5b34c4" }],
    }),
  ),
});
const lintResult = exactObject({ problems: Type.Array(problem) });

/** What a preview shows: a published template, or a document. */
interface Subject {
  catalog: RequestCatalog;
  name: string;
  document?: TemplateDocument;
  /** Of a document. */
  variables?: CompiledTemplate["variables"];
  problems: readonly Problem[];
}

/** Renders a body of `previewTemplate` for an account. Throws the AppErrors of that operation. */
export type DrawDocument = ReturnType<typeof createDrawDocument>;

export function createDrawDocument(deps: TemplateDependencies) {
  const { catalog, compile } = deps.sources;
  const { findForDocument: findAsset } = deps.assets;

  async function readSubject(
    { template, json, html, assets }: Request["body"],
    owner: string,
  ): Promise<Subject> {
    if (typeof template === "string" && [json, html, assets].every((file) => file === undefined))
      return { catalog, name: template, problems: [] };
    const body = {
      template,
      html,
      ...(json !== undefined && { json }),
      ...(assets !== undefined && { assets }),
    };
    const document = await readDocument(validBody(validateDocument, body), owner, findAsset);
    const compiled = await compile(document);
    if (!compiled.template) throw documentErrors(document, compiled.problems);
    const found = { ...compiled.template, version: 1, hash: hashJson(document) };
    const find = () => Promise.resolve(found);
    const { variables } = compiled.template;
    return {
      catalog: { ...catalog, find },
      name: found.id,
      document,
      variables,
      problems: compiled.problems,
    };
  }

  return async (input: Request["body"], owner: string, res: Response) => {
    const { template: _, json: _json, html: _html, assets: _assets, brand: settings, ...rest } = input;
    const { catalog: subjects, name, document, variables, problems: found } = await readSubject(input, owner);
    const body = { ...rest, template: name };
    const brand = settings === undefined ? undefined : await deps.brands.read(owner, settings, "/brand");
    const lookup = brand ? { find: () => Promise.resolve({ brand }) } : deps.brandStore;
    const caller = { owner, requestId: requestIdOf(res) };
    const request = await parseGenerateRequest(subjects, body, caller, lookup);
    const drawn = await deps.images.drawPreview(
      { ...request, ...(document && { document }) },
      { chargePrice: chargePriceOf(res), signal: disconnectSignal(res) },
    );
    return {
      ...drawn,
      warnings: [...(drawn.image.warnings ?? []), ...(request.warnings ?? [])],
      problems: found,
      variables: variables?.(request.recipe.data, request.recipe.brand),
    };
  };
}

/** The endpoints that check and draw documents without publishing them. */
export function templatePreviewEndpoints({ sources, assets }: TemplateDependencies, draw: DrawDocument) {
  const { compile } = sources;

  const drawn = dataEndpoint(
    {
      id: "previewTemplate",
      tool: "reads",
      summary: "Preview a template",
      description:
        "Renders a document that has not been published, or a published template. Nothing is kept, and nothing counts toward the daily quota. `brand` is a brand that need not be stored; it replaces the one in the options. With `Accept: image/*`, the response is the image itself.",
      parameters: [
        {
          in: "header",
          name: "Accept",
          description: "`image/*` returns the bytes of the image",
          schema: Type.String(),
          example: "application/json",
        },
      ],
      body: previewBody,
      examples: {
        document: { ...documentExample, data: { version: "4.2.0" }, options: { width: 800, height: 800 } },
      },
      responses: {
        200: jsonResponse("The preview", preview),
      },
      errors: ["unknown_template", "gone", "render_failed", "overloaded", "render_timeout"],
    },

    async ({ body, res }) => {
      const { image, bytes, ...others } = await draw(body, accountIdOf(res), res);
      const data = { boxes: [], ...image, ...others, image: bytes.toString("base64") };
      return present(preview, data satisfies Presentable<Static<typeof preview>>) as object;
    },
  );

  const previewEndpoint: Endpoint = {
    ...drawn,
    async handler(req, res) {
      if (!acceptsImage(req)) return await drawn.handler(req, res);
      const { image, bytes } = await draw(req.body, accountIdOf(res), res);
      res.setHeader("Cache-Control", "no-store");
      res.setHeader("Content-Type", imageFormats[image.format].mediaType);
      res.setHeader("Content-Length", bytes.length);
      res.end(bytes);
    },
  };

  const lint = jsonEndpoint({
    id: "lintTemplate",
    tool: "reads",
    summary: "Check a template without publishing it",
    description:
      "Returns all errors and warnings of a document, each with its line, its column and, mostly, a suggestion.",
    body: documentInput,
    examples: { release: documentExample },
    responses: {
      200: jsonResponse(
        "All problems of the document; without errors among them, it can be published",
        lintResult,
      ),
    },
    async handle({ body, owner }) {
      const { problems: found } = await compile(await readDocument(body, owner, assets.findForDocument));
      return { problems: found };
    },
  });

  return { preview: previewEndpoint, lint };
}

/** Whether a client asks for an image rather than JSON (RFC 9110, clause 12.5.1). */
function acceptsImage(req: Request): boolean {
  const preferred = req.accepts(["json", ...Object.keys(imageFormats)]);
  return preferred !== false && preferred !== "json";
}
