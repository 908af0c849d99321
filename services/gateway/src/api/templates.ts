import type { Template, TemplateCatalog } from "@placard/templates";
import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/authenticate.ts";
import { sendData } from "../http/envelope.ts";
import type { Endpoint } from "../http/route.ts";

const templateList = Type.Object(
  {
    templates: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          description: Type.String(),
          fields: Type.Array(Type.String(), { description: "the most important fields" }),
          schema: Type.Object({}, { description: "the JSON Schema (2020-12) of the template's data" }),
        },
        { additionalProperties: false, title: "Template" },
      ),
    ),
  },
  { additionalProperties: false },
);

interface Deps {
  catalog: Pick<TemplateCatalog, "list">;
  /** The templates in the API description. */
  templates: readonly Template[];
}

/** GET /api/v1/og/templates */
export function listTemplates({ catalog, templates }: Deps): Endpoint {
  return {
    operation: {
      id: "listTemplates",
      tag: "images",
      summary: "List templates",
      responses: {
        200: {
          description: "All templates, with the JSON Schema of their data",
          data: templateList,
          example: { templates: templates.slice(0, 1).map(toListEntry) },
        },
      },
    },

    async handler(_req, res) {
      const available = await catalog.list(accountIdOf(res));
      sendData<Static<typeof templateList>>(res, { templates: available.map(toListEntry) });
    },
  };
}

function toListEntry({ id, name, description, fields, data }: Template) {
  return { id, name, description, fields: [...fields], schema: data };
}
