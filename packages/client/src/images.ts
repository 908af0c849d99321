import type {
  AccountImage,
  AsyncResult,
  BatchResult,
  CheckedLink,
  GeneratedImage,
  GeneratedImages,
  GenerateRequest,
  Job,
  OutputFormat,
  PageCheck,
} from "./image-types.ts";
import type { Result } from "./meta.ts";
import type { TemplateName } from "./template-data.ts";
import {
  pagePath,
  type CallOptions,
  type Empty,
  type ListOptions,
  type Paged,
  type Send,
} from "./transport.ts";

/** The options of `listAccountImages`. */
export interface ListImagesOptions extends ListOptions {
  /** Words in the texts of the image, its template's ID or its own ID. */
  q?: string | undefined;
}

const auth = "key";

/**
 * Calls about images. They send the `key`, which can also be a session token; `listAccountImages` sends the session
 * token, and `imageUrl` nothing.
 */
export function imageCalls(send: Send, baseUrl: string) {
  return {
    /**
     * Generates an image from a template and data. Identical requests share one image, which is rendered once;
     * `meta.cache` shows whether this call rendered it.
     * @throws PlacardError `validation_failed` with `details`, `unknown_template`, `render_timeout`, …
     */
    async generateImage<Name extends TemplateName>(
      request: GenerateRequest<Name>,
      options?: CallOptions,
    ): Promise<Result<GeneratedImages>> {
      const path = "/api/v1/og/generate";
      return await send(
        { method: "POST", path, auth, body: request, isRetryable: isCached(request) },
        options,
      );
    },

    /**
     * Lists the images of the account, newest first, with the session token; 24 without a `limit`. With `q`, a page has the
     * matches among the next 100 images: continue while `nextCursor` is not null, even if a page is empty.
     */
    async listAccountImages({ q, ...options }: ListImagesOptions = {}): Promise<
      Result<Paged<{ images: AccountImage[] }>>
    > {
      const path = pagePath("/api/v1/account/images", options);
      const search = q === undefined ? "" : `${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`;
      return await send({ method: "GET", path: path + search, auth: "token" }, options);
    },

    /**
     * Generates up to 50 images in one call. `data.results` has one result for each request, in the same order; each
     * request succeeds or fails independently.
     */
    async generateImages<const Names extends readonly TemplateName[]>(
      requests: { readonly [I in keyof Names]: GenerateRequest<Names[I]> },
      options?: CallOptions,
    ): Promise<Result<{ results: BatchResult[] }>> {
      const isRetryable = (requests as readonly GenerateRequest[]).every(isCached);
      const path = "/api/v1/og/generate/batch";
      return await send({ method: "POST", path, auth, body: { requests }, isRetryable }, options);
    },

    /**
     * Requests an image without waiting for it to be rendered: `data` is the image, or the job for `waitForJob`. With `sizes`, it
     * waits.
     */
    async generateImageAsync<Name extends TemplateName>(
      request: GenerateRequest<Name>,
      options?: CallOptions,
    ): Promise<Result<AsyncResult>> {
      const { data, meta } = await send<GeneratedImage | Extract<AsyncResult, { status: "queued" }>>(
        {
          method: "POST",
          path: "/api/v1/og/generate",
          auth,
          body: request,
          headers: { Prefer: "respond-async" },
          isRetryable: isCached(request),
        },
        options,
      );
      // Detected from the body, not the status: a server may ignore a preference (RFC 7240, clause 2).
      const result: AsyncResult =
        "url" in data ? { status: "done", result: data } : { ...data, status: "queued" };
      return { data: result, meta };
    },

    /** Returns the state of a job. @throws PlacardError `not_found` for an unknown job, or one that expired */
    async getJob(id: string, options?: CallOptions): Promise<Result<Job>> {
      return await send({ method: "GET", path: `/api/v1/og/jobs/${encodeURIComponent(id)}`, auth }, options);
    },

    /**
     * Deletes an image by its id or URL. The URL responds with 404 until the same image is generated again.
     * @throws PlacardError `not_found`, also if an earlier attempt deleted the image but its response was lost
     */
    async deleteImage(idOrUrl: string, options?: CallOptions): Promise<Result<Empty>> {
      const id = encodeURIComponent(imageIdOf(idOrUrl) ?? idOrUrl);
      return await send({ method: "DELETE", path: `/api/v1/og/images/${id}`, auth }, options);
    },

    /**
     * Says whether a signed link of the account is valid, and if not, why. Nothing is rendered.
     * @throws PlacardError `not_found` if the signing key of the link is unknown or belongs to another account
     */
    async checkLink(url: string, options?: CallOptions): Promise<Result<CheckedLink>> {
      return await send(
        { method: "GET", path: `/api/v1/og/check-link?url=${encodeURIComponent(url)}`, auth },
        options,
      );
    },

    /**
     * Says what platforms show of a public page, and what is wrong with it. A page that cannot be fetched is a problem in the
     * result. Counts as 10 requests toward the rate limit.
     * @param image whether the result has the file of the page's image
     */
    async checkPage(
      url: string,
      { image = false, ...options }: CallOptions & { image?: boolean | undefined } = {},
    ): Promise<Result<PageCheck>> {
      const path = `/api/v1/check?url=${encodeURIComponent(url)}${image ? "&image=true" : ""}`;
      return await send({ method: "GET", path, auth }, options);
    },

    /** The URL of an image under this client's base URL. `format` is the one in the image's request. */
    imageUrl(id: string, format: OutputFormat): string {
      return `${baseUrl}/og/${encodeURIComponent(id)}.${format}`;
    },
  };
}

/** The image id in a URL returned by `generateImage`; undefined for any other text. */
export function imageIdOf(url: string): string | undefined {
  return /\/og\/([\w-]{32})\.(?:png|jpeg|webp|auto)$/.exec(url)?.[1];
}

/** Whether the same request gets the same image every time, so that it is safe to retry. */
function isCached({ options }: Pick<GenerateRequest, "options">): boolean {
  return options?.cache !== false;
}
