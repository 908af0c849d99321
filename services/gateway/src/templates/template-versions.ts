import type { SecurityEvents } from "@placard/accounts";
import { compileValidator, exactObject } from "@placard/contracts";
import type { Response } from "express";
import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { emptyData, sendData } from "../http/envelope.ts";
import { validBody } from "../http/json-body.ts";
import type { Endpoint } from "../http/route.ts";
import type { AccountTemplates, PublishedVersion } from "./account-templates.ts";
import { documentInput, readDocument, type FindAsset } from "./document-input.ts";
import { documentExample, publishedVersion, templateState } from "./template-schemas.ts";
import { actorOf } from "../account/account-fields.ts";
import { jsonResponse, emptyResponse } from "../docs/operation.ts";

const idParameter = {
  in: "path",
  name: "id",
  description: "The template ID",
  schema: Type.String(),
} as const;
const stateChange = exactObject({ isArchived: Type.Boolean() });
const validateStateChange = compileValidator(stateChange);

/** The endpoints that create, publish, archive and delete templates of the account. */
export function templateVersionEndpoints(
  accountTemplates: AccountTemplates,
  findAsset: FindAsset,
  events: SecurityEvents,
) {
  const create: Endpoint = {
    operation: {
      id: "createTemplate",
      tool: "writes",
      tag: "templates",
      summary: "Create a template",
      description:
        "The ID is that of the document. If you have deleted a template with this ID, the new one continues its version numbers.",
      body: documentInput,
      examples: { release: documentExample },
      responses: {
        201: jsonResponse("The template, and its first version", publishedVersion),
      },
      errors: ["template_exists", "limit_reached"],
    },
    async handler(req, res) {
      const owner = accountIdOf(res);
      const created = await accountTemplates.create(owner, await readDocument(req.body, owner, findAsset));
      await events.recordEvent({ ...actorOf(res), type: "template_created", template: nameOf(created) });
      send(res, created);
    },
  };

  const publish: Endpoint = {
    operation: {
      id: "createTemplateVersion",
      tool: "writes",
      tag: "templates",
      summary: "Publish a version of a template",
      description:
        "Requests that name the template without a version use the new one from now on. Images that exist keep their design.",
      parameters: [idParameter],
      body: documentInput,
      examples: { release: documentExample },
      responses: {
        200: jsonResponse("The document is that of the current version, which is returned", publishedVersion),
        201: jsonResponse("The new version", publishedVersion),
      },
      errors: ["not_found", "gone", "template_archived", "limit_reached"],
    },
    async handler(req, res) {
      const owner = accountIdOf(res);
      const document = await readDocument(req.body, owner, findAsset);
      const published = await accountTemplates.publish(owner, req.params.id, document);
      if (published.isNew)
        await events.recordEvent({
          ...actorOf(res),
          type: "template_published",
          template: nameOf(published),
        });
      send(res, published);
    },
  };

  const update: Endpoint = {
    operation: {
      id: "updateTemplate",
      tag: "templates",
      summary: "Archive or restore a template",
      description:
        "An archived template is not listed by default and gets no new versions. Requests can still name it.",
      parameters: [idParameter],
      body: stateChange,
      examples: { archive: { isArchived: true } },
      responses: {
        200: jsonResponse("The state", templateState),
      },
      errors: ["not_found", "gone"],
    },
    async handler(req, res) {
      const { isArchived } = validBody(validateStateChange, req.body);
      const { id } = req.params;
      const outcome = await accountTemplates.setArchived(accountIdOf(res), id, isArchived);
      const type = isArchived ? "template_archived" : "template_restored";
      if (outcome === "changed") await events.recordEvent({ ...actorOf(res), type, template: id });
      sendData<Static<typeof templateState>>(res, { id, isArchived });
    },
  };

  const deleteOwn: Endpoint = {
    operation: {
      id: "deleteTemplate",
      tag: "templates",
      summary: "Delete a template",
      description:
        "Requests that name the template respond with 410 from now on, also those that name a version. Links of images keep working.",
      parameters: [idParameter],
      responses: { 200: emptyResponse("The template is deleted") },
      errors: ["not_found", "gone"],
    },
    async handler(req, res) {
      const { id } = req.params;
      await accountTemplates.delete(accountIdOf(res), id);
      await events.recordEvent({ ...actorOf(res), type: "template_deleted", template: id });
      sendData<Static<typeof emptyData>>(res, {});
    },
  };

  return { create, publish, update, delete: deleteOwn };
}

function nameOf({ id, version }: PublishedVersion): string {
  return `${id}@${version}`;
}

function send(res: Response, { id, version, hash, isNew, problems }: PublishedVersion): void {
  const data = { id, version, hash, problems: problems.map((problem) => ({ ...problem })) };
  sendData<Static<typeof publishedVersion>>(res, data, isNew ? 201 : 200);
}
