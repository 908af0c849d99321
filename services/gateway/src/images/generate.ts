import {
  AppError,
  deriveImageId,
  failureTtlMs,
  normaliseText,
  outputOptions,
  compileValidator,
  imageFormats,
  parseTemplateName,
  randomImageId,
  remoteImageQueue,
  renderQueue,
  resolveOptions,
  type ImageMetadata,
  type Recipe,
  type RenderQueueName,
  type RenderTimings,
  type TemplateData,
} from "@placard/contracts";
import { remoteImagesOf, type Template, type TemplateCatalog } from "@placard/templates";
import Type from "typebox";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { ImageRequest, ImageRequests } from "./image-requests.ts";

/** A validated generate request. */
export interface GenerateRequest {
  /** Image id. */
  id: string;
  recipe: Recipe;
  /** Whether an existing image may be returned. */
  cache: boolean;
  queue: RenderQueueName;
}

/** The response to a generate request: the image's metadata and its link. */
export interface ImageResponse {
  data: ImageMetadata & { url: string };
  cache: "HIT" | "MISS";
  /** Only of a MISS. */
  timings?: RenderTimings | undefined;
}

/** The body and the sender of a generate request. */
interface GenerateInput {
  body: Readonly<Record<string, unknown>>;
  /** The account that the image will belong to. */
  owner: string;
  requestId: string;
  /** See ImageRequest. */
  isBulk?: boolean;
}

/** The TTL of results with `cache: false`: only the request itself needs them, and only while it waits. */
const uncachedResultTtlSeconds = 60;

const validateBody = compileValidator(
  Type.Object(
    { template: Type.String(), data: Type.Object({}), options: Type.Optional(outputOptions) },
    { additionalProperties: false },
  ),
);

/**
 * Normalises and validates the body of an account's generate request. Lengths are counted after normalisation. Rejects with
 * AppError `unknown_template`, `gone` or `validation_failed`, the latter with all errors.
 */
export async function parseGenerateRequest(
  catalog: Pick<TemplateCatalog, "find" | "list" | "validate">,
  body: Readonly<Record<string, unknown>>,
  owner: string,
): Promise<GenerateRequest> {
  const template =
    typeof body["template"] === "string" ? await findTemplate(catalog, body["template"], owner) : undefined;
  const data = normaliseData(body["data"], template);
  const checkedBody = validateBody(body);
  const checkedData = template && isObject(data) ? catalog.validate(template, data) : undefined;
  const dataErrors = checkedData && !checkedData.ok ? checkedData.errors : [];
  if (!checkedBody.ok || !template || !checkedData?.ok) {
    const errors = checkedBody.ok ? [] : checkedBody.errors;
    throw new AppError("validation_failed", {
      details: [...errors, ...dataErrors.map(({ path, message }) => ({ path: `/data${path}`, message }))],
    });
  }
  const { cache, ...output } = resolveOptions(checkedBody.value.options);
  const recipe: Recipe = {
    owner,
    template: { id: template.id, version: template.version },
    data: withoutEmptyFields(checkedData.value),
    ...output,
  };
  return {
    id: cache ? deriveImageId(recipe) : randomImageId(),
    recipe,
    cache,
    queue: chooseQueue(template, recipe.data),
  };
}

/** The queue for a render of a template with data. */
export function chooseQueue(template: Template, data: TemplateData): RenderQueueName {
  return remoteImagesOf(template, data).length === 0 ? renderQueue : remoteImageQueue;
}

async function findTemplate(
  catalog: Pick<TemplateCatalog, "find" | "list">,
  name: string,
  owner: string,
): Promise<Template> {
  const requested = parseTemplateName(name);
  const template = await catalog.find(requested, owner);
  if (template) return template;
  const current = await catalog.find({ id: requested.id }, owner);
  if (current) {
    throw new AppError("gone", {
      message: `Version ${requested.version} of the template ${current.id} is not available. Use ${current.id}@${current.version}.`,
    });
  }
  const names = (await catalog.list(owner)).map(({ id }) => id);
  throw new AppError("unknown_template", { message: `Unknown template. Use one of: ${names.join(", ")}.` });
}

/** Normalises all strings in the data, and removes optional fields that are null. Other values are checked by the validator. */
function normaliseData(data: unknown, template: Template | undefined): unknown {
  if (!isObject(data)) return data;
  const { properties = {}, required = [] }: { properties?: object; required?: readonly string[] } =
    template?.data ?? {};
  const isAbsent = (name: string, value: unknown) =>
    value === null && Object.hasOwn(properties, name) && !required.includes(name);
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => !isAbsent(name, value))
      .map(([name, value]) => [name, normaliseValue(value)]),
  );
}

function normaliseValue(value: unknown): unknown {
  if (typeof value === "string") return normaliseText(value);
  if (Array.isArray(value)) return value.map(normaliseValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, normaliseValue(entry)]));
}

/** Removes empty fields: they are equivalent to absent ones, so they must not change the image id. */
function withoutEmptyFields(data: TemplateData): TemplateData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value.length > 0));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Deps {
  catalog: TemplateCatalog;
  requests: Pick<ImageRequests, "requestImage" | "startImage">;
  countGenerate: GatewayMetrics["countGenerate"];
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
}

/** Creates the generate operations, without HTTP, for single, batch and asynchronous requests. */
export function createGenerate({ catalog, requests, countGenerate, publicUrl }: Deps) {
  async function parse(
    { body, owner, requestId, isBulk = false }: GenerateInput,
    uncachedTtlSeconds: number,
  ): Promise<ImageRequest> {
    const { id, recipe, cache, queue } = await parseGenerateRequest(catalog, body, owner);
    return { id, recipe, queue, requestId, isBulk, ...(!cache && { resultTtlSeconds: uncachedTtlSeconds }) };
  }

  /** The public link of an image. */
  function linkOf(id: string, { format }: Pick<ImageMetadata, "format">): string {
    return `${publicUrl}/og/${id}.${imageFormats[format].extension}`;
  }

  function withLink(id: string, image: ImageMetadata): ImageResponse["data"] {
    return { url: linkOf(id, image), ...image };
  }

  return {
    linkOf,
    withLink,

    /** Returns the existing image, or renders it. Rejects with the errors of parseGenerateRequest and `requestImage`. */
    async generate(input: GenerateInput): Promise<ImageResponse> {
      const request = await parse(input, uncachedResultTtlSeconds);
      const { image, cache, timings } = await requests.requestImage(request);
      countGenerate(cache);
      return { data: withLink(request.id, image), cache: cache === "miss" ? "MISS" : "HIT", timings };
    },

    /** Returns the existing image, or enqueues its job and returns only its id, which is also the job's. */
    async start(input: GenerateInput): Promise<ImageResponse | { id: string }> {
      const request = await parse(input, failureTtlMs / 1000);
      const image = await requests.startImage(request);
      if (image) countGenerate("hit");
      return image ? { data: withLink(request.id, image), cache: "HIT" } : { id: request.id };
    },
  };
}
export type Generate = ReturnType<typeof createGenerate>;
