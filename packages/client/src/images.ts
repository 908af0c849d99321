import type { components } from "./api.generated.ts";
import type { Result } from "./meta.ts";
import type { Input } from "./operations.ts";
import type { DataOf, TemplateName } from "./template-data.ts";
import { pageOf, type CallOptions, type ListOptions, type Send } from "./transport.ts";
import type { AsyncResult, GeneratedImage, GenerateOptions, OutputFormat } from "./types.ts";

/** An image to generate. */
export interface GenerateRequest<Name extends string = TemplateName> {
  template: Name;
  data: DataOf<Name>;
  options?: GenerateOptions | undefined;
}

/** The options of `listAccountImages`. */
export interface ListImagesOptions extends ListOptions {
  /** Words in the texts of the image, its template's ID or its own ID. */
  q?: string | undefined;
}

const auth = "key";

/**
 * Calls about images. They send the `key`, which can also be a session token; calls about images of the
 * account send the session token, and `imageUrl` nothing.
 */
export function imageCalls(send: Send, baseUrl: string) {
  return {
    /**
     * Generates an image from a template and data. Identical requests share one image, which is rendered
     * once; `meta.cache` shows whether this call rendered it.
     * @throws PlacardError `validation_failed` with `details`, `unknown_template`, `render_timeout`, …
     */
    generateImage: <Name extends TemplateName>(request: GenerateRequest<Name>, options?: CallOptions) =>
      send("post", "/api/v1/og/generate", { auth, ...generate(request) }, options),

    /**
     * Lists the images of the account, newest first, with the session token; 24 without a `limit`. With `q`,
     * a page has the matches among the next 100 images, perhaps none. Continue while `nextCursor` is not
     * null.
     */
    listAccountImages: ({ q, ...options }: ListImagesOptions = {}) =>
      send("get", "/api/v1/account/images", { auth: "token", query: { ...pageOf(options), q } }, options),

    /**
     * Returns an image of the account with its data, its options and its warnings, with the session token.
     * @throws PlacardError `not_found`
     */
    getAccountImage: (id: string, options?: CallOptions) =>
      send("get", "/api/v1/account/images/{id}", { auth: "token", params: { id } }, options),

    /**
     * Renders an image of the account again, with the session token. Its link stays the same.
     * @throws PlacardError `not_found`, `gone`, `render_failed`, `render_timeout`, …
     */
    renderAccountImage: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/account/images/{id}/render", { auth: "token", params: { id } }, options),

    /**
     * Generates up to 50 images in one call. `data.results` has one result for each request, in the same
     * order; each request succeeds or fails independently.
     */
    generateImages: <const Names extends readonly TemplateName[]>(
      requests: { readonly [I in keyof Names]: GenerateRequest<Names[I]> },
      options?: CallOptions,
    ) => {
      const all = (requests as readonly GenerateRequest[]).map(generate);
      const call = {
        body: { requests: all.map(({ body }) => body) },
        isRetryable: all.every((one) => one.isRetryable),
      };
      return send("post", "/api/v1/og/generate/batch", { auth, ...call }, options);
    },

    /**
     * Requests an image without waiting for it to be rendered: `data` is the image, or the job for
     * `waitForJob`. With `sizes`, it waits.
     */
    generateImageAsync: async <Name extends TemplateName>(
      request: GenerateRequest<Name>,
      options?: CallOptions,
    ): Promise<Result<AsyncResult>> => {
      const headers = { Prefer: "respond-async" };
      const { data, meta } = await send(
        "post",
        "/api/v1/og/generate",
        { auth, headers, ...generate(request) },
        options,
      );
      // Detected from the body, not the status: a server may ignore a preference (RFC 7240, clause 2).
      const answer = data as GeneratedImage | Extract<AsyncResult, { status: "queued" }>;
      return {
        data: "url" in answer ? { status: "done", result: answer } : { ...answer, status: "queued" },
        meta,
      };
    },

    /** Returns the state of a job. @throws PlacardError `not_found` if it is unknown or has expired */
    getJob: (id: string, options?: CallOptions) =>
      send("get", "/api/v1/og/jobs/{id}", { auth, params: { id } }, options),

    /**
     * Deletes an image by its id or URL. The URL responds with 404 until the same image is generated again.
     * @throws PlacardError `not_found`, also if an earlier attempt deleted the image but its response was
     *   lost
     */
    deleteImage: (idOrUrl: string, options?: CallOptions) =>
      send(
        "delete",
        "/api/v1/og/images/{id}",
        { auth, params: { id: imageIdOf(idOrUrl) ?? idOrUrl } },
        options,
      ),

    /**
     * Says whether a signed link of the account is valid, and if not, why. Nothing is rendered.
     * @throws PlacardError `not_found` if the signing key of the link is unknown or belongs to another
     *   account
     */
    checkLink: (url: string, options?: CallOptions) =>
      send("get", "/api/v1/og/check-link", { auth, query: { url } }, options),

    /**
     * Says what platforms show of a public page, and what is wrong with it. A page that cannot be fetched is
     * a problem in the result. Counts as 10 requests toward the rate limit. With `image`, the result has the
     * file of the page's image.
     */
    checkPage: (url: string, { image, ...options }: CallOptions & { image?: boolean | undefined } = {}) =>
      send("get", "/api/v1/check", { auth, query: { url, image } }, options),

    /** The URL of an image under this client's base URL. `format` is the one in the image's request. */
    imageUrl: (id: string, format: OutputFormat) => `${baseUrl}/og/${encodeURIComponent(id)}.${format}`,
  };
}

/** The image id in a URL returned by `generateImage`; undefined for any other text. */
export function imageIdOf(url: string): string | undefined {
  return /\/og\/([\w-]{32})\.\w+$/.exec(url)?.[1];
}

/** The body of a generate request. It is safe to retry if the same request gets the same image every time. */
function generate({ template, data, options }: GenerateRequest<string>) {
  const body = { template, data, options } as Input<components["schemas"]["GenerateRequest"]>;
  return { body, isRetryable: options?.cache !== false };
}
