import { generateOptions, warning, exactObject } from "@placard/contracts";
import type { TemplateDescription } from "@placard/templates";
import type { Request, Response } from "express";
import Type, { type Static, type TSchema } from "typebox";
import { accountIdOf, chargePriceOf, keyIdOf } from "../http/caller.ts";
import { dataEndpoint } from "../http/json-endpoint.ts";
import { elapsedMs, requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { hasSizes, type Generate, type ImageResponse } from "./generate.ts";
import { cacheHeader, generatedImages, imageIdField } from "./image-schemas.ts";
import { jsonResponse } from "../docs/operation.ts";

/** An example of a generate request. */
export const generateExample = {
  template: "blog",
  data: { title: "Hello, Placard", author: "Ada Lovelace" },
};

/** The schema of a generate request in the API description: one alternative per template, one for others. */
export function generateRequestSchema(templates: readonly TemplateDescription[]): TSchema {
  const alternatives = templates.map(({ id, name, version, data }) =>
    exactObject(
      {
        template: Type.Enum([id, `${id}@${version}`]),
        data,
        options: Type.Optional(generateOptions),
      },
      { title: `Generate_${id}`, description: `${name}: \`${id}\`` },
    ),
  );
  const own = exactObject(
    {
      template: Type.String({
        description: "the ID of a template from the list, or `ID@version`",
      }),
      data: Type.Object(
        {},
        {
          description:
            "the fields of the template: `GET /api/v1/og/templates` lists them, as the `schema` of each template",
        },
      ),
      options: Type.Optional(generateOptions),
    },
    { title: "Generate_listed", description: "Your own and other templates" },
  );
  return Type.Union([...alternatives, own], { title: "GenerateRequest" });
}

const queuedJob = exactObject(
  {
    id: imageIdField,
    status: Type.Literal("queued"),
    warnings: Type.Optional(
      Type.Array(warning, {
        description:
          "about the request; the result of the job has those about the image. Absent if there are none",
      }),
    ),
  },
  { title: "QueuedJob" },
);
type QueuedJob = Static<typeof queuedJob>;

/** POST /api/v1/og/generate. `templates` are those in the API description. */
export function generateImage(
  generate: Generate,
  templates: readonly TemplateDescription[],
  publicUrl: string,
): Endpoint {
  return dataEndpoint(
    {
      id: "generateImage",
      tool: "writes",
      summary: "Generate an image",
      description:
        "Responds when the image is rendered. With `options.sizes`, there is one image of each size, which are rendered like the requests of a batch, and each counts toward the rate limit and the daily quota; `data` is the first one, and has all of them and their meta tags. Repeating a request returns the same link without rendering again; another account gets a different link. With `Prefer: respond-async`, an image that does not exist yet is rendered in the background and the response is 202.",
      parameters: [
        {
          in: "header",
          name: "Prefer",
          description: "`respond-async` returns 202 instead of waiting for the image (RFC 7240, clause 4.1)",
          schema: Type.String(),
          example: "respond-async",
        },
      ],
      body: generateRequestSchema(templates),
      examples: {
        plain: generateExample,
        options: {
          template: "product",
          data: { name: "Desk lamp", price: "€49", badge: "New" },
          options: { width: 1200, height: 1200, format: "webp", quality: 80, cache: true },
        },
        sizes: {
          ...generateExample,
          options: {
            sizes: [
              { width: 1200, height: 630 },
              { width: 1080, height: 1080 },
            ],
          },
        },
      },
      responses: {
        200: jsonResponse("The image is ready", generatedImages, cacheHeader),
        202: jsonResponse("The image will be rendered; only with `Prefer: respond-async`", queuedJob, {
          Location: "the URL of the job",
          "Preference-Applied": "`respond-async`",
        }),
      },
      errors: ["unknown_template", "gone", "render_failed", "quota_exceeded", "overloaded", "render_timeout"],
    },

    async ({ body, req, res }) => {
      const imageIds: string[] = [];
      const input = {
        body,
        caller: { owner: accountIdOf(res), keyId: keyIdOf(res), requestId: requestIdOf(res) },
        options: { chargePrice: chargePriceOf(res) },
        onImageId(imageId: string) {
          imageIds.push(imageId);
          addLogFields(res, imageIds.length === 1 ? { imageId } : { imageIds });
        },
      };
      const result = await (prefersAsync(req) && !hasSizes(input.body)
        ? generate.start(input)
        : generate.generate(input));
      if ("data" in result) return toImages(res, result);
      res.status(202);
      res.setHeader("Location", `${publicUrl}/api/v1/og/jobs/${result.id}`);
      res.setHeader("Preference-Applied", "respond-async");
      const { id, warnings } = result;
      return { id, status: "queued", ...(warnings.length > 0 && { warnings }) } satisfies QueuedJob;
    },
  );
}

/** Sets the header fields of a response with images, and returns its data. */
function toImages(res: Response, { data, cache, timings }: ImageResponse): Static<typeof generatedImages> {
  res.setHeader("X-Cache", cache);
  // W3C Server Timing, clause 3. Durations in ms.
  const durations = Object.entries({ ...timings, total: elapsedMs(res) });
  const metrics = durations.map(([name, ms]) => `${name};dur=${Math.round(ms * 10) / 10}`);
  res.setHeader("Server-Timing", [`cache;desc=${cache}`, ...metrics].join(", "));
  return data;
}

/** Whether a request has the preference `respond-async` (RFC 7240, clause 4.1). */
function prefersAsync({ headers }: Pick<Request, "headers">): boolean {
  if (headers["prefer"] === undefined) return false;
  // A quoted string may contain a comma.
  const value = String(headers["prefer"]).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '""');
  return value.split(",").some((preference) => /^\s*respond-async\s*(?:=\s*""\s*)?(?:;|$)/i.test(preference));
}
