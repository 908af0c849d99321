import { exactObject, invalidField, notFound } from "@placard/contracts";
import Type, { type Static } from "typebox";
import { timeField } from "../http/present.ts";
import { emptyResponse, jsonResponse, type Parameter, pathParameter } from "../docs/operation.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { bodyTooLarge } from "../http/json-body.ts";
import { documentInput, isTooDeep } from "./document-input.ts";
import { etagOf, templateOf, type StoredDraft } from "./draft-store.ts";
import type { TemplateSources } from "./template-sources.ts";

/** The maximum size of the body of a request with a draft, in bytes: drafts are in Redis. */
export const maxDraftBytes = 128 * 1024;

const idPattern = /^[a-z][a-z0-9-]{0,62}$/;

const textOfJson = Type.String({ description: "the text of `template.json`" });
const otherFiles = {
  html: Type.String({ description: "the text of `template.html`" }),
  assets: documentInput.properties.assets,
};
/** A template document, or one whose `template.json` is a text that need not be JSON. */
const draftInput = exactObject(
  {
    template: Type.Optional(documentInput.properties.template),
    json: Type.Optional(textOfJson),
    ...otherFiles,
  },
  { title: "DraftContent" },
);
const contentFields = { json: textOfJson, ...otherFiles };
const storedContent = exactObject(contentFields);
/** What a user is editing: it need not be a valid template. */
export type DraftContent = Static<typeof storedContent>;
export const draftView = exactObject(
  {
    id: Type.String({ examples: ["release"] }),
    template: Type.Optional(
      Type.Object(
        {},
        {
          description:
            "the content of `template.json`; absent while its text is not JSON, or is nested too deep",
        },
      ),
    ),
    ...contentFields,
    version: Type.Optional(
      Type.Integer({
        description: "the current version of the template when the draft was created; absent if it had none",
      }),
    ),
    updatedAt: timeField,
  },
  { title: "Draft" },
);
const draftList = exactObject({
  drafts: Type.Array(
    exactObject({
      id: Type.String({ examples: ["release"] }),
      name: Type.String({ description: "the name in `template.json`, or the ID if it has none" }),
      updatedAt: timeField,
    }),
  ),
});
const etagHeader = { ETag: "identifies this state of the draft" };

function viewOf(draft: StoredDraft) {
  const template = templateOf(draft);
  return { ...draft, ...(template && { template }) };
}

/** The text of `template.json`, with spaces if it is small enough: they can be many times the rest. */
function writeJson(template: object): string {
  if (isTooDeep(template)) throw invalidField("/template", "is nested too deep");
  const text = JSON.stringify(template, null, 2);
  return text.length <= maxDraftBytes ? text : JSON.stringify(template);
}

/** The endpoints of drafts: templates that a user is editing, whether they are valid or not. */
export function draftEndpoints({ accountTemplates, drafts, templateRecords, reviews }: TemplateSources) {
  const id = pathParameter("id", "The template ID", Type.String({ pattern: idPattern.source }));
  const ifMatch: Parameter = {
    in: "header",
    name: "If-Match",
    description: "The `ETag` of the draft to replace or to delete. Without it, PUT only creates a draft.",
    schema: Type.String(),
  };

  const list = jsonEndpoint({
    id: "listDrafts",
    summary: "List your drafts",
    description: "Lists the templates that you are editing, the one that was changed last first.",
    responses: { 200: jsonResponse("The IDs and names of their templates", draftList) },
    async handle({ owner }) {
      return { drafts: await drafts.list(owner) };
    },
  });

  const get = jsonEndpoint({
    id: "getDraft",
    summary: "Get a draft",
    description: "Returns the texts of a template that you are editing.",
    parameters: [id],
    responses: { 200: jsonResponse("The draft", draftView, etagHeader) },
    errors: ["not_found"],
    async handle({ params, owner, res }) {
      const found = await drafts.find(owner, params.id);
      if (!found) throw notFound("Draft");
      res.setHeader("ETag", etagOf(found));
      return viewOf(found);
    },
  });

  const put = jsonEndpoint({
    id: "putDraft",
    summary: "Create or replace a draft",
    description:
      "Stores a template document without checking or publishing it. Instead of `template`, `json` can have its text, which need not be JSON. To replace a draft, send its `ETag` in `If-Match`: a draft that was changed since is not overwritten.",
    parameters: [id, ifMatch],
    body: draftInput,
    examples: { release: { json: '{ "id": "release" }', html: "<main></main>" } },
    responses: { 200: jsonResponse("The draft", draftView, etagHeader) },
    errors: ["conflict", "limit_reached", "template_exists"],
    async handle({ body: { template, json, html, assets = {} }, params, owner, req, res }) {
      const text = json ?? (template && writeJson(template));
      if (text === undefined) throw invalidField("/template", "is required, or its text as `json`");
      if (!idPattern.test(params.id))
        throw invalidField(
          "/id",
          "must have up to 63 lower-case letters, digits and hyphens, and start with a letter",
        );
      // Numbers can be written shorter than they are stored.
      if (Buffer.byteLength(text) > maxDraftBytes) throw bodyTooLarge(maxDraftBytes);
      const etag = req.headers["if-match"];
      // Saving again, as after each pause in typing, keeps the version.
      const current = etag === undefined ? await templateRecords.findVersion(owner, params.id) : undefined;
      if (etag === undefined && !current) accountTemplates.requireFreeId(params.id);
      const draft = await drafts.put(
        owner,
        params.id,
        { json: text, html, assets },
        { ifMatch: etag, version: current?.version },
      );
      res.setHeader("ETag", etagOf(draft));
      return viewOf(draft);
    },
  });

  const deleteOwn = jsonEndpoint({
    id: "deleteDraft",
    summary: "Delete a draft",
    description: "Published versions of the template stay. Without any, the links of its reviews end.",
    parameters: [id, ifMatch],
    responses: { 200: emptyResponse("The draft is deleted") },
    errors: ["not_found", "conflict"],
    async handle({ params, owner, req }) {
      if (!(await drafts.delete(owner, params.id, req.headers["if-match"]))) throw notFound("Draft");
      if (!(await templateRecords.findVersion(owner, params.id))) await reviews.deleteOf(owner, params.id);
      return {};
    },
  });

  return { list, get, put, delete: deleteOwn };
}
