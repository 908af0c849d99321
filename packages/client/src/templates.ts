import type { TemplateListing } from "./image-types.ts";
import type { Result } from "./meta.ts";
import type {
  PreviewRequest,
  PublishedTemplate,
  TemplateDetails,
  TemplateDocument,
  TemplatePreview,
  TemplateProblem,
  TemplateProof,
} from "./template-types.ts";
import type { CallOptions, Empty, Send } from "./transport.ts";

/** The options of `listTemplates`. */
export interface ListTemplatesOptions extends CallOptions {
  /** Whether archived templates are listed, too. */
  archived?: boolean | undefined;
}

/** The templates of the account. Calls that write or draw need the scope `templates:write`. */
export function templateCalls(send: Send) {
  const [path, auth] = ["/api/v1/og/templates", "key"] as const;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    /** Lists the templates, each with the JSON Schema of its data: the built-in ones first. */
    async listTemplates({ archived, ...options }: ListTemplatesOptions = {}): Promise<
      Result<{ templates: TemplateListing[] }>
    > {
      return await send({ method: "GET", path: archived ? `${path}?archived=true` : path, auth }, options);
    },

    /**
     * Returns a template with its source.
     * @throws PlacardError `not_found`, `gone`
     */
    async getTemplate(
      id: string,
      { version, ...options }: CallOptions & { version?: number | undefined } = {},
    ): Promise<Result<TemplateDetails>> {
      const query = version === undefined ? "" : `?version=${version}`;
      return await send({ method: "GET", path: `${pathOf(id)}${query}`, auth }, options);
    },

    /**
     * Publishes the first version of a template. Its ID is that in `template.json`.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_exists`, `limit_reached`
     */
    async createTemplate(body: TemplateDocument, options?: CallOptions): Promise<Result<PublishedTemplate>> {
      return await send({ method: "POST", path, auth, body }, options);
    },

    /**
     * Publishes the next version of a template, or returns the current one if its document is the same.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_archived`, `limit_reached`
     */
    async createTemplateVersion(
      id: string,
      body: TemplateDocument,
      options?: CallOptions,
    ): Promise<Result<PublishedTemplate>> {
      return await send(
        { method: "POST", path: `${pathOf(id)}/versions`, auth, body, isRetryable: true },
        options,
      );
    },

    /** Archives a template, or restores it. Images can be requested from archived templates. */
    async updateTemplate(
      id: string,
      body: { isArchived: boolean },
      options?: CallOptions,
    ): Promise<Result<Empty>> {
      return await send({ method: "PATCH", path: pathOf(id), auth, body, isRetryable: true }, options);
    },

    /** Deletes a template. Its links keep working, and new requests respond with `gone`. */
    async deleteTemplate(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(id), auth }, options);
    },

    /**
     * Draws a card without storing or publishing anything.
     * @throws PlacardError `validation_failed` with the lines of the errors
     */
    async previewTemplate(body: PreviewRequest, options?: CallOptions): Promise<Result<TemplatePreview>> {
      return await send({ method: "POST", path: `${path}/preview`, auth, body, isRetryable: true }, options);
    },

    /** Checks a document without drawing or publishing it. */
    async lintTemplate(
      body: TemplateDocument,
      options?: CallOptions,
    ): Promise<Result<{ problems: TemplateProblem[] }>> {
      return await send({ method: "POST", path: `${path}/lint`, auth, body, isRetryable: true }, options);
    },

    /**
     * Draws recent and unusual cards with a document and with the current version of its template. Nothing is published. A proof
     * takes up to 60 s: create the client with a `timeoutMs` of more than that.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_exists`, `render_timeout`
     */
    async proofTemplate(
      id: string,
      body: TemplateDocument,
      options?: CallOptions,
    ): Promise<Result<TemplateProof>> {
      return await send({ method: "POST", path: `${pathOf(id)}/proof`, auth, body }, options);
    },
  };
}
