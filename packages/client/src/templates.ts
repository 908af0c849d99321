import type { CallOptions, Send } from "./transport.ts";
import type { DraftContent, NewReviewComment, PreviewRequest, TemplateDocument } from "./types.ts";

/** The options of `listTemplates`. */
export interface ListTemplatesOptions extends CallOptions {
  /** Whether archived templates are listed, too. */
  archived?: boolean | undefined;
}

const auth = "key";
const withToken = (token: string) => ({ "Placard-Review": token });

/** The templates of the account. Calls that write or draw need the scope `templates:write`. */
export function templateCalls(send: Send) {
  return {
    /** Lists the templates, each with the JSON Schema of its data: the built-in ones first. */
    listTemplates: ({ archived, ...options }: ListTemplatesOptions = {}) =>
      send("get", "/api/v1/og/templates", { auth, query: { archived } }, options),

    /** Lists designed documents to start a template from. */
    listStartingPoints: (options?: CallOptions) =>
      send("get", "/api/v1/og/starting-points", { auth }, options),

    /** Returns a template with its source. @throws PlacardError `not_found`, `gone` */
    getTemplate: (id: string, { version, ...options }: CallOptions & { version?: number | undefined } = {}) =>
      send("get", "/api/v1/og/templates/{id}", { auth, params: { id }, query: { version } }, options),

    /**
     * Publishes the first version of a template. Its ID is that in `template.json`.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_exists`,
     *   `limit_reached`
     */
    createTemplate: (body: TemplateDocument, options?: CallOptions) =>
      send("post", "/api/v1/og/templates", { auth, body }, options),

    /**
     * Publishes the next version of a template, or returns the current one if its document is the same.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_archived`,
     *   `limit_reached`
     */
    createTemplateVersion: (id: string, body: TemplateDocument, options?: CallOptions) =>
      send(
        "post",
        "/api/v1/og/templates/{id}/versions",
        { auth, params: { id }, body, isRetryable: true },
        options,
      ),

    /** Archives a template, or restores it. Images can be requested from archived templates. */
    updateTemplate: (id: string, body: { isArchived: boolean }, options?: CallOptions) =>
      send("patch", "/api/v1/og/templates/{id}", { auth, params: { id }, body, isRetryable: true }, options),

    /** Deletes a template. Its links keep working, and new requests respond with `gone`. */
    deleteTemplate: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/og/templates/{id}", { auth, params: { id } }, options),

    /** Lists the templates that have a draft, the one that was changed last first. */
    listDrafts: (options?: CallOptions) => send("get", "/api/v1/og/drafts", { auth }, options),

    /** Returns a draft. The header field `ETag` identifies its state. @throws PlacardError `not_found` */
    getDraft: (id: string, options?: CallOptions) =>
      send("get", "/api/v1/og/templates/{id}/draft", { auth, params: { id } }, options),

    /**
     * Stores the texts of a template that need not be valid. `ifMatch` is the `ETag` of the draft to replace.
     * @throws PlacardError `conflict` if the draft is another one, `limit_reached`
     */
    putDraft: (
      id: string,
      body: DraftContent,
      { ifMatch, ...options }: CallOptions & { ifMatch?: string | undefined } = {},
    ) =>
      send(
        "put",
        "/api/v1/og/templates/{id}/draft",
        { auth, params: { id }, body, ...(ifMatch !== undefined && { headers: { "If-Match": ifMatch } }) },
        options,
      ),

    /** Deletes a draft. @throws PlacardError `not_found` */
    deleteDraft: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/og/templates/{id}/draft", { auth, params: { id } }, options),

    /**
     * Sends a document for review. The `url` in the response is the only one with the link.
     * @throws PlacardError `validation_failed` with the lines of the errors, `limit_reached`
     */
    createReview: (body: TemplateDocument, options?: CallOptions) =>
      send("post", "/api/v1/og/reviews", { auth, body }, options),

    /**
     * Sends the stored draft of a template for review. Only the `url` in the response has the link.
     * @throws PlacardError `not_found`, `validation_failed` with the lines of the errors, `limit_reached`
     */
    createReviewOfDraft: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/og/templates/{id}/draft/review", { auth, params: { id } }, options),

    /** Lists the reviews whose links work, with their comments, newest first. */
    listReviews: (options?: CallOptions) => send("get", "/api/v1/og/reviews", { auth }, options),

    /** Revokes the link of a review, and deletes its comments. @throws PlacardError `not_found` */
    deleteReview: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/og/reviews/{id}", { auth, params: { id } }, options),

    /** Returns a review by the token in its link. @throws PlacardError `not_found` */
    getReview: (token: string, options?: CallOptions) =>
      send("get", "/api/v1/review", { headers: withToken(token) }, options),

    /** Draws a picture of a review, by its size and its sample. @throws PlacardError `not_found` */
    getReviewPicture: (token: string, query: { size: number; sample: number }, options?: CallOptions) =>
      send("get", "/api/v1/review/picture", { headers: withToken(token), query }, options),

    /** Comments on a review. @throws PlacardError `not_found`, `limit_reached` */
    createReviewComment: (token: string, body: NewReviewComment, options?: CallOptions) =>
      send("post", "/api/v1/review/comments", { headers: withToken(token), body }, options),

    /**
     * Draws a card without storing anything. @throws PlacardError `validation_failed`, with lines of errors
     */
    previewTemplate: (body: PreviewRequest, options?: CallOptions) =>
      send("post", "/api/v1/og/templates/preview", { auth, body, isRetryable: true }, options),

    /** Checks a document without drawing or publishing it. */
    lintTemplate: (body: TemplateDocument, options?: CallOptions) =>
      send("post", "/api/v1/og/templates/lint", { auth, body, isRetryable: true }, options),

    /**
     * Draws recent and unusual cards with a document and with the current version of its template. Nothing is
     * published. A proof takes up to 60 s: create the client with a `timeoutMs` of more than that.
     * @throws PlacardError `validation_failed` with the lines of the errors, `template_exists`,
     *   `render_timeout`
     */
    proofTemplate: (id: string, body: TemplateDocument, options?: CallOptions) =>
      send("post", "/api/v1/og/templates/{id}/proof", { auth, params: { id }, body }, options),
  };
}
