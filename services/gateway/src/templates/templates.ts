import { sharedOwner, exactObject, parseTemplateName } from "@placard/contracts";
import { readSamplePhotos, readStartingPoints } from "@placard/template-store";
import Type from "typebox";
import type { AssetUploads } from "../assets/asset-uploads.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { versionGone } from "./template-errors.ts";
import type { TemplateSources } from "./template-sources.ts";
import type { TemplateSource } from "./account-templates.ts";
import { documentInput, toDocumentInput } from "./document-input.ts";
import { listEntry, templateSource } from "./template-schemas.ts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";

const templateList = exactObject({ templates: Type.Array(listEntry) });
const startingPointList = exactObject({ startingPoints: Type.Array(documentInput) });
const listQuery = Type.Object({
  archived: Type.Boolean({ default: false, description: "`true` lists your archived templates as well" }),
});
const sourceQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "The number of a version. Without it, the current one is returned.",
    }),
  ),
});

export function templateEndpoints({ catalog, accountTemplates }: TemplateSources, uploads: AssetUploads) {
  const list = jsonEndpoint({
    id: "listTemplates",
    tool: "reads",
    summary: "List templates",
    description:
      "Lists the templates that generate accepts. The `schema` of each one describes the fields of its `data`.",
    query: listQuery,
    responses: {
      200: jsonResponse(
        "The built-in templates, the operator's and your own, each with the JSON Schema of its data",
        templateList,
      ),
    },
    async handle({ query: { archived }, owner }) {
      const available = await catalog.list(owner);
      const listed = available.filter(({ isArchived }) => archived || !isArchived);
      return { templates: listed.map((template) => ({ ...template, schema: template.data })) };
    },
  });

  const get = jsonEndpoint({
    id: "getTemplate",
    tool: "reads",
    summary: "Get a template with its source",
    description: "Returns a template with its versions and the document of one version.",
    parameters: [pathParameter("id", "The template ID, also with a version: `name@version`")],
    query: sourceQuery,
    responses: { 200: jsonResponse("The template", templateSource) },
    errors: ["not_found", "gone"],
    async handle({ query, params, owner }) {
      const { id, version = query.version } = parseTemplateName(params.id);
      const current = await catalog.find({ id }, owner);
      if (current?.source === "builtin" && current.document) {
        if (version !== undefined && version !== current.version)
          throw versionGone(id, version, current.version);
        const { document, hash } = current;
        return toSource({ template: { ...current, hash }, versions: [], document });
      }
      const source = current?.source === "operator" ? sharedOwner : owner;
      return toSource(await accountTemplates.get(source, id, version));
    },
  });

  const photos = readSamplePhotos();
  const documents = readStartingPoints().map(toDocumentInput);
  const startingPoints = jsonEndpoint({
    id: "listStartingPoints",
    summary: "List starting points",
    description:
      "Lists designed documents to start a template from. Change the ID and the name, then publish the document.",
    responses: { 200: jsonResponse("The documents", startingPointList) },
    errors: ["unavailable"],
    async handle() {
      await Promise.all(photos.map((photo) => uploads.storeShared(photo, "image/webp")));
      return { startingPoints: documents };
    },
  });

  return { list, get, startingPoints };
}

function toSource({ template, versions, document }: TemplateSource) {
  return { ...template, versions, document: toDocumentInput(document) };
}
