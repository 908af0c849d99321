import { failureTtlMs, type ImageMetadata, type RenderTimings, type Warning } from "@placard/contracts";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { UsageRecorder } from "../usage-recorder.ts";
import { createLinkOf } from "./image-link.ts";
import type { ImageRequest, ImageRequests } from "./image-requests.ts";
import { parseGenerateRequest, type BrandLookup } from "./parse-generate-request.ts";

/** The response to a generate request: the image's metadata and its link. */
export interface ImageResponse {
  data: Omit<ImageMetadata, "isAuto"> & { url: string };
  cache: "HIT" | "MISS";
  /** Only of a MISS. */
  timings?: RenderTimings | undefined;
}

/** The body and the sender of a generate request. */
interface GenerateInput {
  body: Readonly<Record<string, unknown>>;
  /** The account that the image will belong to. */
  owner: string;
  /** The API key of the request; undefined if it has a session token. */
  keyId: string | undefined;
  requestId: string;
  /** See ImageRequest. */
  isBulk?: boolean;
  /** Called with the id of the image as soon as it is known. */
  onImageId?: (id: string) => void;
}

/** The TTL of results with `cache: false`: only the request itself needs them, and only while it waits. */
const uncachedResultTtlSeconds = 60;

interface Deps {
  catalog: TemplateCatalog<TemplateDescription>;
  brandLookup: BrandLookup;
  requests: Pick<ImageRequests, "requestImage" | "startImage">;
  countGenerate: GatewayMetrics["countGenerate"];
  recordCacheHit: UsageRecorder["recordCacheHit"];
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
}

/** Creates the generate operations, without HTTP, for single, batch and asynchronous requests. */
export function createGenerate({
  catalog,
  brandLookup,
  requests,
  countGenerate,
  recordCacheHit,
  publicUrl,
}: Deps) {
  async function parse(
    { body, owner, keyId, requestId, isBulk = false, onImageId }: GenerateInput,
    uncachedTtlSeconds: number,
  ): Promise<{ request: ImageRequest; warnings: Warning[] }> {
    const parsed = await parseGenerateRequest(catalog, body, owner, brandLookup);
    const { id, recipe, cache, queue, warnings } = parsed;
    onImageId?.(id);
    const request: ImageRequest = {
      id,
      recipe,
      queue,
      keyId,
      requestId,
      isBulk,
      isCharged: true,
      ...(!cache && { resultTtlSeconds: uncachedTtlSeconds }),
    };
    return { request, warnings };
  }

  const linkOf = createLinkOf(publicUrl);

  function withLink(id: string, { isAuto, ...image }: ImageMetadata): ImageResponse["data"] {
    return { url: linkOf(id, { ...image, isAuto }), ...image };
  }

  return {
    linkOf,
    withLink,

    /** Returns the existing image, or renders it. Rejects with the errors of parseGenerateRequest and `requestImage`. */
    async generate(input: GenerateInput): Promise<ImageResponse> {
      const { request, warnings } = await parse(input, uncachedResultTtlSeconds);
      const { image, cache, timings } = await requests.requestImage(request);
      countGenerate(cache);
      if (cache !== "miss") recordCacheHit(input.owner, input.keyId);
      const data = withLink(request.id, withWarnings(image, warnings));
      return { data, cache: cache === "miss" ? "MISS" : "HIT", timings };
    },

    /**
     * Returns the existing image, or enqueues its job and returns only its id, which is also the job's, and the warnings about the
     * request.
     */
    async start(input: GenerateInput): Promise<ImageResponse | { id: string; warnings: Warning[] }> {
      const { request, warnings } = await parse(input, failureTtlMs / 1000);
      const image = await requests.startImage(request);
      if (image) {
        countGenerate("hit");
        recordCacheHit(input.owner, input.keyId);
      }
      if (!image) return { id: request.id, warnings };
      return { data: withLink(request.id, withWarnings(image, warnings)), cache: "HIT" };
    },
  };
}
export type Generate = ReturnType<typeof createGenerate>;

/** An image with further warnings, after its own ones. */
function withWarnings(image: ImageMetadata, warnings: readonly Warning[]): ImageMetadata {
  return warnings.length === 0 ? image : { ...image, warnings: [...(image.warnings ?? []), ...warnings] };
}
