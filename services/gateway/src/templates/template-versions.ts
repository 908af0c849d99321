import type { SecurityEvents } from "@placard/accounts";
import { exactObject } from "@placard/contracts";
import Type from "typebox";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { PublishedVersion } from "./account-templates.ts";
import { documentInput, readDocument, type FindAsset } from "./document-input.ts";
import type { TemplateSources } from "./template-sources.ts";
import { documentExample, publishedVersion, templateState } from "./template-schemas.ts";
import { actorOf } from "../account/account-fields.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

const idParameter = pathParameter("id", "The template ID");
const stateChange = exactObject({ isArchived: Type.Boolean() });

/** The endpoints that create, publish, archive and delete templates of the account. */
export function templateVersionEndpoints(
  { accountTemplates, reviews }: Pick<TemplateSources, "accountTemplates" | "reviews">,
  findAsset: FindAsset,
  events: SecurityEvents,
) {
  const create = jsonEndpoint({
    id: "createTemplate",
    tool: "writes",
    summary: "Create a template",
    description:
      "The ID comes from the document. If you have deleted a template with this ID, the new one continues its version numbers.",
    body: documentInput,
    examples: { release: documentExample },
    responses: { 201: jsonResponse("The template, and its first version", publishedVersion) },
    errors: ["template_exists", "limit_reached"],
    async handle({ body, owner, res }) {
      const created = await accountTemplates.create(owner, await readDocument(body, owner, findAsset));
      await events.recordEvent({ ...actorOf(res), type: "template_created", template: nameOf(created) });
      return created;
    },
  });

  const publish = jsonEndpoint({
    id: "createTemplateVersion",
    tool: "writes",
    summary: "Publish a version of a template",
    description:
      "Requests and signed links that name the template without a version use the new one from now on, and are rejected if their data does not match its fields. Images that exist keep their design.",
    parameters: [idParameter],
    body: documentInput,
    examples: { release: documentExample },
    responses: {
      200: jsonResponse("The document equals the current version, which is returned", publishedVersion),
      201: jsonResponse("The new version", publishedVersion),
    },
    errors: ["not_found", "gone", "template_archived", "limit_reached"],
    async handle({ body, params, owner, res }) {
      const document = await readDocument(body, owner, findAsset);
      const published = await accountTemplates.publish(owner, params.id, document);
      if (!published.isNew) return published;
      await events.recordEvent({ ...actorOf(res), type: "template_published", template: nameOf(published) });
      res.status(201);
      return published;
    },
  });

  const update = jsonEndpoint({
    id: "updateTemplate",
    summary: "Archive or restore a template",
    description:
      "An archived template is not listed by default and gets no new versions. Requests can still name it.",
    parameters: [idParameter],
    body: stateChange,
    examples: { archive: { isArchived: true } },
    responses: { 200: jsonResponse("The state", templateState) },
    errors: ["not_found", "gone"],
    async handle({ body: { isArchived }, params: { id }, owner, res }) {
      const outcome = await accountTemplates.setArchived(owner, id, isArchived);
      const type = isArchived ? "template_archived" : "template_restored";
      if (outcome === "changed") await events.recordEvent({ ...actorOf(res), type, template: id });
      return { id, isArchived };
    },
  });

  const deleteOwn = jsonEndpoint({
    id: "deleteTemplate",
    summary: "Delete a template",
    description:
      "Requests that name the template respond with 410 from now on, also those that name a version. Links of images keep working.",
    parameters: [idParameter],
    responses: { 200: emptyResponse("The template is deleted") },
    errors: ["not_found", "gone"],
    async handle({ params: { id }, owner, res }) {
      await accountTemplates.delete(owner, id);
      await reviews.deleteOf(owner, id);
      await events.recordEvent({ ...actorOf(res), type: "template_deleted", template: id });
      return {};
    },
  });

  return { create, publish, update, delete: deleteOwn };
}

function nameOf({ id, version }: PublishedVersion): string {
  return `${id}@${version}`;
}
