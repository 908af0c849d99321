import {
  AppError,
  failureTtlMs,
  type ImageMetadata,
  type RenderTimings,
  type Warning,
} from "@placard/contracts";
import { imageMetaTags } from "@placard/contracts/image-tags";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { UsageRecorder } from "../account/usage-recorder.ts";
import { createLinkOf } from "./image-link.ts";
import type { ImageRequest, ImageRequests } from "./image-requests.ts";
import { titleOf } from "./image-texts.ts";
import { parseGenerateRequests, type BrandLookup } from "./parse-generate-request.ts";

/** An image's metadata and its link. */
type LinkedImage = Omit<ImageMetadata, "isAuto"> & { url: string };

/** The response to a generate request. */
export interface ImageResponse {
  /** The image; of several sizes, the first one, beside all of them and their meta tags. */
  data: LinkedImage & { images?: LinkedImage[]; metaTags?: string };
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
  ): Promise<{ request: ImageRequest; warnings: Warning[] }[]> {
    const parsed = await parseGenerateRequests(catalog, body, owner, brandLookup);
    return parsed.map(({ id, recipe, cache, queue, warnings }) => {
      onImageId?.(id);
      const request: ImageRequest = {
        id,
        recipe,
        queue,
        keyId,
        requestId,
        isBulk: isBulk || parsed.length > 1,
        isCharged: true,
        ...(!cache && { resultTtlSeconds: uncachedTtlSeconds }),
      };
      return { request, warnings };
    });
  }

  const linkOf = createLinkOf(publicUrl);

  function withLink(id: string, { isAuto, ...image }: ImageMetadata): LinkedImage {
    return { url: linkOf(id, { ...image, isAuto }), ...image };
  }

  async function obtain(
    { request, warnings }: { request: ImageRequest; warnings: Warning[] },
    { owner, keyId }: GenerateInput,
  ): Promise<{ data: LinkedImage; isMiss: boolean; timings: RenderTimings | undefined }> {
    const { image, cache, timings } = await requests.requestImage(request);
    countGenerate(cache);
    if (cache !== "miss") recordCacheHit(owner, keyId);
    const data = withLink(request.id, withWarnings(image, warnings));
    return { data, isMiss: cache === "miss", timings };
  }

  return {
    linkOf,
    withLink,

    /**
     * Returns the existing image, or renders it, in each of its sizes. Rejects with the errors of parseGenerateRequests and
     * `requestImage`; that of one of several sizes names the size.
     */
    async generate(input: GenerateInput): Promise<ImageResponse> {
      const parsed = await parse(input, uncachedResultTtlSeconds);
      const obtained = await Promise.all(
        parsed.map((each) => {
          const obtaining = obtain(each, input);
          return parsed.length === 1 ? obtaining : obtaining.catch((error) => nameSize(error, each.request));
        }),
      );
      const [first] = obtained;
      const images = obtained.map(({ data }) => data);
      const sizes = hasSizes(input.body) && {
        images,
        metaTags: imageMetaTags(images, altOf(parsed[0]!.request)).join("\n"),
      };
      const isMiss = obtained.some((each) => each.isMiss);
      return { data: { ...first!.data, ...sizes }, cache: isMiss ? "MISS" : "HIT", timings: first!.timings };
    },

    /**
     * Returns the existing image, or enqueues its job and returns only its id, which is also the job's, and the warnings about the
     * request. Not for requests with sizes.
     */
    async start(input: GenerateInput): Promise<ImageResponse | { id: string; warnings: Warning[] }> {
      const [parsed] = await parse(input, failureTtlMs / 1000);
      const { request, warnings } = parsed!;
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

/** Whether the body of a generate request has a list of sizes, valid or not. */
export function hasSizes({ options }: Readonly<Record<string, unknown>>): boolean {
  const { sizes } = (options ?? {}) as { sizes?: unknown };
  return sizes !== undefined && sizes !== null; // null counts as absent
}

/** Throws an error again, with the size of the image that it is about. */
function nameSize(error: unknown, { recipe: { width, height } }: ImageRequest): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  throw new AppError(code, {
    message: `Size ${width}×${height}: ${message}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  });
}

/** The alternative text of a card: its title in one line. */
function altOf({ recipe }: ImageRequest): string {
  return titleOf(recipe).replaceAll("\n", " ");
}
