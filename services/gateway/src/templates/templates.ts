import { AppError, sharedOwner, exactObject } from "@placard/contracts";
import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { sendData } from "../http/envelope.ts";
import { compileQuery } from "../http/query.ts";
import type { Endpoint } from "../http/route.ts";
import type { TemplateSources } from "./template-sources.ts";
import type { TemplateSource } from "./account-templates.ts";
import { toDocumentInput } from "./document-input.ts";
import type { ListedTemplate } from "./listed-template.ts";
import { formatTime } from "../account/account-fields.ts";
import { listEntry, templateSource } from "./template-schemas.ts";
import { jsonResponse } from "../docs/operation.ts";

const templateList = exactObject({ templates: Type.Array(listEntry) });
const listQuery = Type.Object({
  archived: Type.Boolean({ default: false, description: "`true` lists your archived templates as well" }),
});
const readListQuery = compileQuery(listQuery);
const sourceQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "The number of a version. Without it, the current one is returned.",
    }),
  ),
});
const readSourceQuery = compileQuery(sourceQuery);

/** The endpoints that read templates. */
export function templateEndpoints({ catalog, accountTemplates }: TemplateSources) {
  const list: Endpoint = {
    operation: {
      id: "listTemplates",
      tool: "reads",
      tag: "templates",
      summary: "List templates",
      description:
        "Lists the templates that generate accepts. The `schema` of each one describes the fields of its `data`.",
      query: listQuery,
      responses: {
        200: jsonResponse(
          "The built-in templates, your own ones, and those of the operator, each with the JSON Schema of its data",
          templateList,
        ),
      },
      errors: ["validation_failed"],
    },
    async handler({ query }, res) {
      const { archived } = readListQuery(query);
      const available = await catalog.list(accountIdOf(res));
      const listed = available.filter(({ isArchived }) => archived || !isArchived);
      sendData<Static<typeof templateList>>(res, { templates: listed.map(toListEntry) });
    },
  };

  const get: Endpoint = {
    operation: {
      id: "getTemplate",
      tool: "reads",
      tag: "templates",
      summary: "Get a template with its source",
      description: "Returns a template with its versions and the document of one version.",
      parameters: [{ in: "path", name: "id", description: "The template ID", schema: Type.String() }],
      query: sourceQuery,
      responses: {
        200: jsonResponse("The template", templateSource),
      },
      errors: ["validation_failed", "not_found", "gone"],
    },

    async handler(req, res) {
      const { id } = req.params;
      const { version } = readSourceQuery(req.query);
      const current = await catalog.find({ id }, accountIdOf(res));
      if (current?.source === "builtin" && current.document) {
        if (version !== undefined && version !== current.version)
          throw new AppError("gone", {
            message: `Version ${version} of the template ${id} is not available. Use ${id}@${current.version}.`,
          });
        const { document, hash } = current;
        const source = { template: { ...current, hash }, versions: [], document };
        sendData<Static<typeof templateSource>>(res, toSource(source));
        return;
      }
      const owner = current?.source === "operator" ? sharedOwner : accountIdOf(res);
      const source = await accountTemplates.get(owner, id, version);
      sendData<Static<typeof templateSource>>(res, toSource(source));
    },
  };

  return { list, get };
}

function toListEntry(template: ListedTemplate): Static<typeof listEntry> {
  const { id, name, description, fields, data, source, version, isArchived } = template;
  return { id, name, description, fields: [...fields], schema: data, source, version, isArchived };
}

function toSource({ template, versions, document }: TemplateSource): Static<typeof templateSource> {
  const { id, name, description, source, version, hash, isArchived } = template;
  const times = versions.map((each) => ({ ...each, createdAt: formatTime(each.createdAt) }));
  const sent = toDocumentInput(document);
  return { id, name, description, source, version, hash, isArchived, versions: times, document: sent };
}
