import type { ImageOptions, TemplateListing } from "./image-types.ts";
import type { Result } from "./meta.ts";
import type { TemplatePreview } from "./template-types.ts";
import type { CallOptions, Send } from "./transport.ts";

/** A template of the public playground, with data for a first card. */
export interface PlaygroundTemplate extends Pick<TemplateListing, "id" | "name" | "description" | "schema"> {
  example: Record<string, unknown>;
}

/** A card to preview without an account. */
export interface PlaygroundRequest {
  /** The ID of a built-in template. */
  template: string;
  /** Without remote images. */
  data: Readonly<Record<string, unknown>>;
  options?:
    | Pick<ImageOptions, "width" | "height" | "scale" | "format" | "quality" | "maxBytes" | "locale">
    | undefined;
}

/** The calls of the public playground, which need no credential. It is off unless the operator turns it on. */
export function playgroundCalls(send: Send) {
  return {
    /** Lists the built-in templates. @throws PlacardError `not_found` if the playground is off */
    async listPlaygroundTemplates(
      options?: CallOptions,
    ): Promise<Result<{ templates: PlaygroundTemplate[] }>> {
      return await send({ method: "GET", path: "/api/v1/playground/templates" }, options);
    },

    /**
     * Renders a card with a watermark.
     * @throws PlacardError `not_found` if the playground is off, `validation_failed`, `rate_limited`
     */
    async previewInPlayground(
      body: PlaygroundRequest,
      options?: CallOptions,
    ): Promise<Result<Omit<TemplatePreview, "boxes" | "problems">>> {
      return await send({ method: "POST", path: "/api/v1/playground/preview", body }, options);
    },
  };
}
