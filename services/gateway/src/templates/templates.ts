import { AppError, sharedOwner, exactObject } from "@placard/contracts";
import type { TemplateCatalog } from "@placard/templates";
import type { Request } from "express";
import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { sendData } from "../http/envelope.ts";
import { invalidQuery } from "../http/invalid-query.ts";
import type { Endpoint } from "../http/route.ts";
import type { AccountTemplates, TemplateSource } from "./account-templates.ts";
import { toDocumentInput } from "./document-input.ts";
import type { ListedTemplate } from "./listed-template.ts";
import { formatTime } from "../account/account-fields.ts";
import { documentExample, listEntry, publishedExample, templateSource } from "./template-schemas.ts";

const templateList = exactObject({ templates: Type.Array(listEntry) });

interface Deps {
  catalog: Pick<TemplateCatalog<ListedTemplate>, "find" | "list">;
  accountTemplates: Pick<AccountTemplates, "get">;
  /** The templates in the API description. */
  templates: readonly ListedTemplate[];
}

/** The endpoints that read templates. */
export function templateEndpoints({ catalog, accountTemplates, templates }: Deps) {
  const list: Endpoint = {
    operation: {
      id: "listTemplates",
      tool: "reads",
      tag: "templates",
      summary: "List templates",
      description:
        "Lists the templates that generate accepts. The `schema` of each one describes the fields of its `data`.",
      parameters: [
        {
          in: "query",
          name: "archived",
          description: "`true` lists your archived templates as well",
          schema: Type.Boolean({ default: false }),
        },
      ],
      responses: {
        200: {
          description:
            "The built-in templates, your own ones, and those of the operator, each with the JSON Schema of its data",
          data: templateList,
          example: { templates: templates.slice(0, 1).map(toListEntry) },
        },
      },
      errors: ["validation_failed"],
    },
    async handler({ query }, res) {
      const withArchived = readArchived(query);
      const available = await catalog.list(accountIdOf(res));
      const listed = available.filter(({ isArchived }) => withArchived || !isArchived);
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
      parameters: [
        { in: "path", name: "id", description: "The template ID", schema: Type.String() },
        {
          in: "query",
          name: "version",
          description: "The number of a version. Without it, the current one is returned.",
          schema: Type.Integer({ minimum: 1 }),
        },
      ],
      responses: {
        200: {
          description: "The template",
          data: templateSource,
          example: {
            id: "release",
            name: "Release notes",
            description: "A version and what is new in it",
            source: "account",
            version: 3,
            hash: publishedExample.hash,
            isArchived: false,
            versions: [{ version: 3, hash: publishedExample.hash, createdAt: "2027-01-01T12:00:00.000Z" }],
            document: { ...documentExample, assets: {} },
          },
        },
      },
      errors: ["validation_failed", "not_found", "gone"],
    },

    async handler(req, res) {
      const { id } = req.params;
      const version = readVersion(req.query);
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

function readArchived({ archived = "false" }: Request["query"]): boolean {
  if (archived === "true" || archived === "false") return archived === "true";
  throw invalidQuery([{ path: "/archived", message: "must be true or false" }]);
}

function readVersion({ version }: Request["query"]): number | undefined {
  if (version === undefined) return undefined;
  if (typeof version === "string" && /^[1-9]\d{0,8}$/.test(version)) return Number(version);
  throw invalidQuery([{ path: "/version", message: "must be an integer of at least 1" }]);
}
