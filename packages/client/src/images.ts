import type {
  Accepted,
  BatchResult,
  GeneratedImage,
  GenerateRequest,
  ImageFormat,
  Job,
  TemplateListing,
} from "./image-types.ts";
import type { Result } from "./meta.ts";
import type { TemplateName } from "./template-data.ts";
import type { CallOptions, Send } from "./transport.ts";

const bears = "key";

/** Calls about images. All but `imageUrl` bear the API key. */
export function imageCalls(send: Send, baseUrl: string) {
  return {
    /**
     * An image for a template and data: drawn once, however often it is asked for. `meta.cache` says whether it was drawn
     * for this call.
     * @throws PlacardError `validation_failed` with `details`, `unknown_template`, `render_timeout`, …
     */
    async generate<Name extends TemplateName>(
      request: GenerateRequest<Name>,
      options?: CallOptions,
    ): Promise<Result<GeneratedImage>> {
      const repeatable = isShared(request);
      return await send(
        { method: "POST", path: "/api/v1/og/generate", bears, body: request, repeatable },
        options,
      );
    },

    /** Up to 50 images by one call, each answered by itself: `data.results` has their outcomes in order. */
    async generateBatch<const Names extends readonly TemplateName[]>(
      requests: { readonly [I in keyof Names]: GenerateRequest<Names[I]> },
      options?: CallOptions,
    ): Promise<Result<{ results: BatchResult[] }>> {
      const repeatable = (requests as readonly GenerateRequest[]).every(isShared);
      const path = "/api/v1/og/generate/batch";
      return await send({ method: "POST", path, bears, body: { requests }, repeatable }, options);
    },

    /** Asks for an image without waiting for it to be drawn: `data` is the image, or the job for `waitForJob`. */
    async generateAsync<Name extends TemplateName>(
      request: GenerateRequest<Name>,
      options?: CallOptions,
    ): Promise<Result<Accepted>> {
      const { data, meta } = await send<GeneratedImage | { id: string }>(
        {
          method: "POST",
          path: "/api/v1/og/generate",
          bears,
          body: request,
          headers: { Prefer: "respond-async" },
          repeatable: isShared(request),
        },
        options,
      );
      // By what is there and not by the status: a server may pass over a preference (RFC 7240, clause 2).
      const accepted: Accepted =
        "url" in data ? { status: "done", result: data } : { status: "queued", id: data.id };
      return { data: accepted, meta };
    },

    /** How a job is doing. @throws PlacardError `not_found` for one that never was, or failed minutes ago */
    async getJob(id: string, options?: CallOptions): Promise<Result<Job>> {
      return await send({ method: "GET", path: `/api/v1/og/jobs/${encodeURIComponent(id)}`, bears }, options);
    },

    /** The templates there are, each with the JSON Schema of its data. */
    async listTemplates(options?: CallOptions): Promise<Result<{ templates: TemplateListing[] }>> {
      return await send({ method: "GET", path: "/api/v1/og/templates", bears }, options);
    },

    /**
     * Removes an image, given by its id or its link: the link is 404 until the same card is asked for again.
     * @throws PlacardError `not_found`; also where a first try did remove it, but its answer was lost
     */
    async deleteImage(idOrUrl: string, options?: CallOptions): Promise<Result<Record<string, never>>> {
      const id = encodeURIComponent(imageIdOf(idOrUrl) ?? idOrUrl);
      return await send({ method: "DELETE", path: `/api/v1/og/images/${id}`, bears }, options);
    },

    /** The link of an image at this client's base URL. */
    imageUrl(id: string, format: ImageFormat): string {
      return `${baseUrl}/og/${encodeURIComponent(id)}.${format}`;
    },
  };
}

/** The image id in a link as `generate` gives it; undefined in any other text. */
export function imageIdOf(url: string): string | undefined {
  return /\/og\/([\w-]{32})\.(?:png|jpeg|webp)$/.exec(url)?.[1];
}

/** Whether two of the same request get the same image, so that asking again does no harm. */
function isShared({ options }: Pick<GenerateRequest, "options">): boolean {
  return options?.cache !== false;
}
