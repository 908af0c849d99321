import type { CallOptions, Send } from "./transport.ts";
import type { PlaygroundRequest } from "./types.ts";

/** The calls of the public playground, which need no credential. The operator can turn it on. */
export function playgroundCalls(send: Send) {
  return {
    /** Lists the built-in templates. @throws PlacardError `not_found` if the playground is off */
    listPlaygroundTemplates: (options?: CallOptions) =>
      send("get", "/api/v1/playground/templates", {}, options),

    /** Renders a card with a watermark. @throws PlacardError `not_found` if it is off, `rate_limited` */
    previewInPlayground: (body: PlaygroundRequest, options?: CallOptions) =>
      send("post", "/api/v1/playground/preview", { body }, options),
  };
}
