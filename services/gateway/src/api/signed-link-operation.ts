import { outputOptions, signingKeyIdPattern } from "@placard/contracts";
import { templates, type Template } from "@placard/templates";
import Type from "typebox";
import type { Operation, Parameter } from "../docs/operation.ts";
import { imageHeaders } from "./image-answer.ts";
import { imageSuccess } from "./images.ts";
import { cacheHeader, formatParameter } from "./render-fields.ts";

const headers = {
  ...imageHeaders,
  ...cacheHeader,
  "Content-Location": "the image's own link, which needs no signature",
};

/** Every template's fields, each once, with what it is to whom. */
const fields: Parameter[] = Object.entries(
  Object.assign({}, ...Object.values(templates).map(({ data }) => data.properties)) as Record<
    string,
    Type.TSchema
  >,
).map(([name, schema]) => ({
  in: "query",
  name,
  description: meaningsOf(name).join("; "),
  schema: Object.assign({}, schema, { description: undefined }),
}));

function meaningsOf(field: string): string[] {
  return Object.values<Template>(templates).flatMap(({ id, data }) => {
    const schema: { description?: string } | undefined = data.properties[field];
    return schema ? [`${id}: ${schema.description ?? field}`] : [];
  });
}

const { width, height, quality } = outputOptions.properties;

/** GET of a signed link, for the API's description. */
export const getSignedImage: Operation = {
  id: "getSignedImage",
  tag: "links",
  summary: "The image that a signed link asks for",
  description:
    "Needs no API key: whoever holds a signing key makes such links without asking Placard. The image is drawn at the first request, and is the same one that generate gives for the same template, data and options. `sig` is the HMAC-SHA256 of the link's canonical form, base64url: docs/signed-links.md in the source has the form, a test vector and recipes. A link whose signature is not good is 403, whatever is wrong with it, and draws nothing. Takes HEAD too.",
  path: "/og/sign/{template}.{format}",
  parameters: [
    {
      in: "path",
      name: "template",
      description: "The template's id",
      schema: Type.Unsafe({ type: "string", enum: Object.keys(templates) }),
    },
    formatParameter,
    ...fields,
    { in: "query", name: "width", description: "Pixels", schema: width },
    { in: "query", name: "height", description: "Pixels", schema: height },
    { in: "query", name: "quality", description: "Of jpeg and webp", schema: quality },
    {
      in: "query",
      name: "kid",
      description: "The signing key's id",
      schema: Type.String({ pattern: signingKeyIdPattern.source }),
      required: true,
    },
    {
      in: "query",
      name: "exp",
      description: "Unix seconds after which the link is refused",
      schema: Type.Integer({ minimum: 0 }),
    },
    {
      in: "query",
      name: "sig",
      description: "The signature",
      schema: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
      required: true,
    },
  ],
  responses: {
    200: { ...imageSuccess, headers },
    304: { description: "`If-None-Match` names the image", headers },
  },
  errors: [
    "validation_failed",
    "unknown_template",
    "forbidden",
    "not_found",
    "render_failed",
    "overloaded",
    "unavailable",
    "render_timeout",
  ],
};
