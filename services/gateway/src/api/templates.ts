import { templates } from "@placard/templates";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import type { Operation } from "../docs/operation.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: Middleware[];
}

const listing = Object.values(templates).map(({ id, name, description, fields, data }) => ({
  id,
  name,
  description,
  fields: [...fields],
  schema: data,
}));

const answer = Type.Object(
  {
    templates: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          description: Type.String(),
          fields: Type.Array(Type.String(), { description: "those worth showing first" }),
          schema: Type.Object({}, { description: "the JSON Schema (2020-12) of the template's data" }),
        },
        { additionalProperties: false, title: "Template" },
      ),
    ),
  },
  { additionalProperties: false },
);

const listTemplates: Operation = {
  id: "listTemplates",
  tag: "images",
  summary: "What can be drawn",
  responses: {
    200: {
      description: "Every template, with the JSON Schema of its data",
      data: answer,
      example: { templates: listing.slice(0, 1) },
    },
  },
};

/** What can be drawn, and the JSON Schema of each template's data. */
export function templateRoutes({ guard }: Deps): Routes {
  const list: RequestHandler<PathParameters> = (_req, res) =>
    sendData<Static<typeof answer>>(res, { templates: listing });
  return { "/api/v1/og/templates": { get: { about: listTemplates, handlers: [...guard, list] } } };
}
