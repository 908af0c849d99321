import {
  AppError,
  compileValidator,
  imageMetadata,
  outputOptions,
  warning,
  type TemplateData,
  exactObject,
} from "@placard/contracts";
import { remoteImagesOf, withoutFields } from "@placard/templates";
import Type, { type Static } from "typebox";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { chargePriceOf } from "../http/caller.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import { requestIdOf } from "../http/request-id.ts";
import { dataEndpoint, jsonEndpoint } from "../http/json-endpoint.ts";
import { parseGenerateRequest } from "../images/parse-generate-request.ts";
import type { ListedTemplate } from "../templates/listed-template.ts";
import { generateExample } from "../images/generate-image.ts";
import { jsonResponse } from "../docs/operation.ts";
import { present, type Presentable } from "../http/present.ts";

/** The account of public playground previews. Account IDs are longer, so none is equal. */
const playgroundOwner = "playground";

const { brand: _brand, cache: _cache, focus: _focus, ...cardOptions } = outputOptions.properties;
const previewBody = exactObject(
  {
    template: Type.String({ description: "the ID of a built-in template" }),
    data: Type.Object({}, { description: "without remote images" }),
    options: Type.Optional(exactObject(cardOptions)),
  },
  { title: "PlaygroundRequest" },
);
const validateBody = compileValidator(previewBody);
/** There is no account that could have one. */
const noBrands = { find: () => Promise.resolve(undefined) };
const preview = exactObject({
  image: Type.String({
    description: "the encoded image with a watermark, in base64",
    examples: ["iVBORw0KGgo="],
  }),
  format: imageMetadata.format,
  quality: imageMetadata.quality,
  width: Type.Integer(),
  height: Type.Integer(),
  warnings: Type.Array(warning),
});
const template = exactObject({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  schema: Type.Object(
    {},
    { description: "the JSON Schema (2020-12) of the template's data, without remote images" },
  ),
  example: Type.Object({}, { description: "data for a first card" }),
});
const templateList = exactObject({ templates: Type.Array(template) });

/** Watermarked previews of the built-in templates, for people without an account. Off by default. */
export function createPlayground(
  { settings, metrics }: Platform,
  { described, catalog }: TemplateSources,
  { drawPreview }: Images,
): Feature {
  const builtIns = described.filter(({ source }) => source === "builtin");
  const builtInCatalog = {
    find: ({ id }: { id: string }) => Promise.resolve(builtIns.find((each) => each.id === id)),
    list: () => Promise.resolve(builtIns),
    listIds: () => Promise.resolve(builtIns.map(({ id }) => id)),
    wasDeleted: () => Promise.resolve(false),
    validate: catalog.validate,
  };

  function checkIsOn(): void {
    if (!settings.PUBLIC_PLAYGROUND)
      throw new AppError("not_found", {
        message: "The public playground of this server is turned off. Sign in to preview cards.",
      });
  }

  const list = jsonEndpoint({
    id: "listPlaygroundTemplates",
    summary: "List the templates of the public playground",
    description:
      "The built-in templates, each with an example. Off unless the operator turns the playground on.",
    responses: { 200: jsonResponse("The templates", templateList) },
    errors: ["not_found"],
    handle() {
      checkIsOn();
      return { templates: builtIns.map(toPlaygroundTemplate) };
    },
  });

  const draw = dataEndpoint(
    {
      id: "previewInPlayground",
      summary: "Preview a card without an account",
      description:
        "Renders a card of a built-in template with a watermark. Nothing is stored. Cards can't have remote images or a brand. Off unless the operator turns the playground on.",
      body: previewBody,
      examples: { plain: generateExample },
      responses: {
        200: jsonResponse("The preview", preview),
      },
      errors: ["not_found", "unknown_template", "gone", "render_failed", "overloaded", "render_timeout"],
    },

    async ({ body, res }) => {
      checkIsOn();
      const request = await parseGenerateRequest(
        builtInCatalog,
        body,
        { owner: playgroundOwner, requestId: requestIdOf(res) },
        noBrands,
        validateBody,
      );
      const { recipe } = request;
      const found = builtIns.find(({ id }) => id === recipe.template.id);
      const remoteImages = found ? remoteImagesOf(found, recipe.data) : [];
      if (remoteImages.length > 0)
        throw new AppError("validation_failed", {
          details: remoteImages.map(({ field }) => ({
            path: `/data/${field}`,
            message: "is not available without an account: remove it, or sign in",
          })),
        });
      const { image, bytes } = await drawPreview(
        { ...request, isWatermarked: true },
        {
          chargePrice: chargePriceOf(res),
          signal: disconnectSignal(res),
        },
      );
      metrics.countPlaygroundPreview();
      const warnings = [...(image.warnings ?? []), ...(request.warnings ?? [])];
      const data = { ...image, image: bytes.toString("base64"), warnings };
      return present(preview, data satisfies Presentable<Static<typeof preview>>) as object;
    },
  );

  return {
    tag: "templates",
    routes: [
      route("get", "/api/v1/playground/templates", access.public, list),
      route("post", "/api/v1/playground/preview", access.visitor, draw),
    ],
  };
}

/** A template without the fields for remote images. */
function toPlaygroundTemplate({ id, name, description, data, document }: ListedTemplate) {
  const { samples } = (document?.template ?? {}) as { samples?: readonly { data: TemplateData }[] };
  const example = samples?.[0]?.data ?? {};
  const images = new Set(remoteImagesOf({ data }, example).map(({ field }) => field));
  return {
    id,
    name,
    description,
    schema: withoutImageFields(data),
    example: withoutEmptyValues(withoutFields(example, images)),
  };
}

/** The JSON Schema of an object without the properties that are URLs of images, also in lists. */
function withoutImageFields(schema: FieldSchema): FieldSchema {
  const { properties, items } = schema;
  if (items) return { ...schema, items: withoutImageFields(items) };
  if (!properties) return schema;
  const kept = Object.entries(properties).filter(([, field]) => field.format !== "image-url");
  return {
    ...schema,
    properties: Object.fromEntries(kept.map(([name, field]) => [name, withoutImageFields(field)])),
  };
}

interface FieldSchema {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
}

/** Data without empty texts, which `withoutFields` leaves in place of removed ones. */
function withoutEmptyValues(data: TemplateData): TemplateData {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([, entry]) => entry !== "");
    return Object.fromEntries(entries.map(([name, entry]) => [name, clean(entry)]));
  };
  return clean(data) as TemplateData;
}
