import { generateRequests } from "@placard/contracts";
import Type from "typebox";
import type { Operation } from "../docs/operation.ts";
import { cacheHeader, generatedExample, generatedImage, imageIdField } from "./render-fields.ts";

/** The body of a generate request: that of one of the templates. */
export const generateRequest = Type.Union(Object.values(generateRequests), { title: "GenerateRequest" });

/** A generate request for the API's description. */
export const generateExample = {
  template: "blog",
  data: { title: "Hello, Placard", author: "Ada Lovelace" },
};

/** Where a job stands before it has ended. */
export const startedJob = Type.Object(
  { id: imageIdField, status: Type.Literal("queued") },
  { additionalProperties: false, title: "StartedJob" },
);

/** POST generate, for the API's description. */
export const generateImage: Operation = {
  id: "generateImage",
  tag: "images",
  summary: "Ask for an image",
  description:
    "Answers once the image is drawn. The same request gives the same link, at every gateway, and is drawn once. With `Prefer: respond-async` what is not known yet is answered 202, and drawn in its own time.",
  parameters: [
    {
      in: "header",
      name: "Prefer",
      description: "`respond-async` waits for nothing (RFC 7240, clause 4.1)",
      schema: Type.String(),
      example: "respond-async",
    },
  ],
  body: {
    schema: generateRequest,
    examples: {
      plain: generateExample,
      options: {
        template: "product",
        data: { name: "Desk lamp", price: "€49", badge: "New" },
        options: { width: 1200, height: 1200, format: "webp", quality: 80, cache: true },
      },
    },
  },
  responses: {
    200: {
      description: "The image is there",
      data: generatedImage,
      example: generatedExample,
      headers: cacheHeader,
    },
    202: {
      description: "The image will be drawn; with `Prefer: respond-async` alone",
      data: startedJob,
      example: { id: "Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP", status: "queued" },
      headers: {
        Location: "where the job is told of",
        "Preference-Applied": "`respond-async`",
      },
    },
  },
  errors: ["unknown_template", "render_failed", "overloaded", "render_timeout"],
};
