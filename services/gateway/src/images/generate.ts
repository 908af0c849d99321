import {
  AppError,
  type ImageMetadata,
  type Recipe,
  type RenderRequest,
  type RenderTimings,
  type Warning,
} from "@placard/contracts";
import { imageMetaTags } from "@placard/contracts/image-tags";
import type { Platform } from "../platform.ts";
import type { ImageDependencies } from "./feature.ts";
import { createLinkOf } from "./image-link.ts";
import type { ImageRequests } from "./image-requests.ts";
import { titleOf } from "./image-texts.ts";
import type { EnqueueOptions } from "./render-jobs.ts";
import { parseGenerateRequests, type Caller } from "./parse-generate-request.ts";

/** An image's link and its metadata. */
type LinkedImage = Omit<ImageMetadata, "isAuto"> & { url: string };

/** What the client gets. */
export interface ImageResponse {
  /** The image; of several sizes, the first one, with all of them and their meta tags. */
  data: LinkedImage & { images?: LinkedImage[]; metaTags?: string };
  cache: "HIT" | "MISS";
  /** Only of a MISS. */
  timings?: RenderTimings | undefined;
}

/** The body and the sender of a generate request. */
export interface GenerateInput {
  body: Readonly<Record<string, unknown>>;
  caller: Caller;
  options: Pick<EnqueueOptions, "isBulk" | "chargePrice">;
  /** Called with the ID of each image as soon as it is known. */
  onImageId?: (id: string) => void;
}

/** Creates the generate operations, without HTTP, for single, batch and asynchronous requests. */
export function createGenerate(
  { settings, metrics }: Platform,
  { templates: { catalog }, brandStore, usage }: ImageDependencies,
  requests: ImageRequests,
) {
  const linkOf = createLinkOf(settings.PUBLIC_URL);

  async function parse({ body, caller, onImageId }: GenerateInput): Promise<RenderRequest[]> {
    const parsed = await parseGenerateRequests(catalog, body, caller, brandStore);
    for (const { id } of parsed) onImageId?.(id);
    return parsed;
  }

  function withLink(id: string, { isAuto, ...image }: ImageMetadata): LinkedImage {
    return { url: linkOf(id, { ...image, isAuto }), ...image };
  }

  async function obtain(request: RenderRequest, { owner, keyId }: Caller, options: EnqueueOptions) {
    const { result, source } = await requests.requestImage(request, { ...options, isCharged: true });
    const isMiss = source === "miss";
    metrics.countGenerate(source);
    if (!isMiss) usage.recordCacheHit(owner, keyId);
    const data = withLink(request.id, withWarnings(result.image, request.warnings));
    return { data, isMiss, timings: isMiss ? result.timings : undefined };
  }

  return {
    linkOf,
    withLink,

    /**
     * Returns the existing image, or renders it, in each of its sizes. Rejects with the errors of
     * parseGenerateRequests and `requestImage`, and names the size that failed if there are several.
     */
    async generate(input: GenerateInput): Promise<ImageResponse> {
      const parsed = await parse(input);
      const { caller, options } = input;
      const isSingle = parsed.length === 1;
      const obtained = await Promise.all(
        parsed.map((each) => {
          const obtaining = obtain(each, caller, isSingle ? options : { ...options, isBulk: true });
          return isSingle ? obtaining : obtaining.catch((error) => nameSize(error, each.recipe));
        }),
      );
      const [first] = obtained;
      const images = obtained.map(({ data }) => data);
      const alt = () => titleOf(parsed[0]!.recipe).replaceAll("\n", " ");
      const sizes = hasSizes(input.body) && { images, metaTags: imageMetaTags(images, alt()).join("\n") };
      const isMiss = obtained.some((each) => each.isMiss);
      return { data: { ...first!.data, ...sizes }, cache: isMiss ? "MISS" : "HIT", timings: first!.timings };
    },

    /**
     * Returns the existing image, or enqueues its job and returns its id and the warnings about the request.
     * Not for requests with sizes.
     */
    async start(input: GenerateInput): Promise<ImageResponse | { id: string; warnings: Warning[] }> {
      const [request] = await parse(input);
      const { id, warnings } = request!;
      const result = await requests.startImage(request!, { ...input.options, isCharged: true });
      if (!result) return { id, warnings: [...(warnings ?? [])] };
      metrics.countGenerate("hit");
      usage.recordCacheHit(input.caller.owner, input.caller.keyId);
      return { data: withLink(id, withWarnings(result.image, warnings)), cache: "HIT" };
    },
  };
}
export type Generate = ReturnType<typeof createGenerate>;

/** An image with further warnings, after its own ones. */
function withWarnings(image: ImageMetadata, warnings: readonly Warning[] = []): ImageMetadata {
  return warnings.length === 0 ? image : { ...image, warnings: [...(image.warnings ?? []), ...warnings] };
}

/** Whether the body of a generate request has a list of sizes, valid or not. */
export function hasSizes({ options }: Readonly<Record<string, unknown>>): boolean {
  const { sizes } = (options ?? {}) as { sizes?: unknown };
  return sizes !== undefined && sizes !== null; // null counts as absent
}

/** Throws an error again, with the size of the image that it is about. */
function nameSize(error: unknown, { width, height }: Recipe): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  throw new AppError(code, {
    message: `Size ${width}×${height}: ${message}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  });
}
