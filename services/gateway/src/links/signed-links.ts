import type { SigningKey } from "@placard/accounts";
import {
  AppError,
  isSignedBy,
  linkOptions,
  outputOptions,
  renderPrice,
  signaturePattern,
  signingKeyIdPattern,
  type OutputFormat,
} from "@placard/contracts";
import type { TemplateDescription } from "@placard/templates";
import type { Request, Response } from "express";
import Type, { type TSchema } from "typebox";
import { pathParameter } from "../docs/operation.ts";
import type { Operation } from "../docs/operation.ts";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { imageHeaders } from "../http/send-image.ts";
import type { Platform } from "../platform.ts";
import type { LinkDependencies } from "./feature.ts";
import type { LinkProblem } from "./link-problems.ts";
import { parseLinkRequest } from "./parse-link-request.ts";
import { rawQueryOf, readReadableLink } from "./readable-link.ts";
import { readShortLink } from "./short-link.ts";
import type { LinkAnswer, RespondToLink, ResponseProgress } from "./link-responder.ts";
import type { SignedLink } from "./signed-link.ts";
import { formatParameter, linkCacheHeader } from "../images/image-schemas.ts";
import { describeUnknownExtension, imageResponse } from "../images/get-image.ts";

/** GET /og/sign/:file and /og/s/:file: the image for a signed link. See docs/signed-links.md. */
export function signedLinkEndpoints(
  { logger, now }: Platform,
  { accounts, templates, brandStore, images, limits, usage }: LinkDependencies,
  respondToLink: RespondToLink,
) {
  const { signingKeys } = accounts;
  const lookup = { find: brandStore.find }; // errors must not list the brands of the account to everybody

  /**
   * Returns the key that signed a link. Rejects with AppError `forbidden`, with the problems that the link's
   * text shows. Wrong signatures and unknown or revoked keys have the same message.
   */
  async function verify(link: SignedLink, requestId: string): Promise<SigningKey> {
    const problems = link.listProblems(now());
    if (problems.length > 0) throw invalidLink(problems);
    const key = await signingKeys.find(link.kid);
    if (!key || !isSignedBy(key.secret, link.signedText, link.signature))
      throw invalidLink([{ message: invalidSignature }]);
    signingKeys.touch(key).catch((error: unknown) => {
      logger.warn({ requestId, signingKeyId: key.id, err: error }, "last-used timestamp update failed");
    });
    return key;
  }

  async function find(
    res: Response,
    link: SignedLink,
    format: OutputFormat,
    progress: ResponseProgress,
  ): Promise<LinkAnswer> {
    const requestId = requestIdOf(res);
    const { expiresAt } = link;
    const key = await verify(link, requestId);
    addLogFields(res, { accountId: key.owner, keyId: key.id });
    const caller = { owner: key.owner, requestId, keyId: key.id };
    const rendering = await parseLinkRequest(templates.catalog, lookup, link, format, caller);
    const { id, recipe } = rendering;
    addLogFields(res, { imageId: id });
    const headers: Record<string, string> = {
      ...(expiresAt === undefined && { "Content-Location": images.generate.linkOf(id, recipe) }),
      "X-Cache": "HIT",
    };
    Object.assign(progress, { recipe, headers });
    const charge = () => limits.api.charge(res, key.owner, renderPrice(recipe));
    const image = await images.stored.obtain(rendering, progress, charge);
    if (image.isMiss) headers["X-Cache"] = "MISS";
    else usage.recordCacheHit(key.owner, key.id);
    return { ...image, expiresAt };
  }

  function respond(req: Request, res: Response, link: SignedLink): Promise<void> {
    const { format, extension } = link;
    if (format === undefined)
      throw new AppError("not_found", { message: describeUnknownExtension(extension) });
    return respondToLink(req, res, format, (progress) => find(res, link, format, progress));
  }

  const readable: Endpoint = {
    operation: readableOperation(templates.described),
    // Express's parsed query hides repeated names and accepts malformed encodings.
    handler: (req, res) => respond(req, res, readReadableLink(req.params["file"] ?? "", rawQueryOf(req.url))),
  };
  const short: Endpoint = {
    operation: shortOperation,
    handler: (req, res) => respond(req, res, readShortLink(req.params["file"] ?? "")),
  };
  return { readable, short };
}

const invalidSignature =
  "Invalid signature, or unknown or revoked signing key. Sign the link again. The owner of the key can find the cause with `GET /api/v1/og/check-link`.";

/** The longest list of problems in a message. */
const maxListed = 3;

function invalidLink(problems: readonly LinkProblem[]): AppError {
  const messages = problems.slice(0, maxListed).map(({ message }) => message);
  return new AppError("forbidden", { message: messages.join(" ") });
}

const headers = {
  ...imageHeaders,
  ...linkCacheHeader,
  "Content-Location":
    "the image's permanent link, which needs no signature; absent if the link expires, and for a fallback image",
};

/** What both forms respond with. */
const answers: Pick<Operation, "responses" | "errors"> = {
  responses: {
    200: { ...imageResponse, headers },
    304: { description: "`If-None-Match` matches the image", headers },
  },
  errors: ["validation_failed", "unknown_template", "forbidden", "not_found", "gone"],
};

const shortOperation: Operation = {
  id: "getShortSignedImage",
  summary: "Get the image for a short signed link",
  description:
    "The same as `getSignedImage`, in a form without a query: no `&` that HTML would have to escape, and lists are possible. The payload is base64url of a JSON array with the signing key's ID, the template, the data, and optionally the options and the expiry. docs/signed-links.md in the source code describes it, with a test vector and code examples.",
  path: "/og/s/{payload}.{signature}.{format}",
  parameters: [
    pathParameter(
      "payload",
      "`[kid, template, data, options, exp]` as JSON, in base64url without padding",
      Type.String({ pattern: "^[A-Za-z0-9_-]+$" }),
    ),
    pathParameter(
      "signature",
      "The HMAC-SHA256 of `placard-link-v2`, a line feed, and `{payload}.{format}`",
      Type.String({ pattern: signaturePattern.source }),
    ),
    formatParameter,
  ],
  ...answers,
};

function readableOperation(templates: readonly TemplateDescription[]): Operation {
  return {
    id: "getSignedImage",
    summary: "Get the image for a signed link",
    description:
      "Needs no API key: a site creates signed links with its signing key, without calling Placard. The image is rendered at the first request. It is the same image that `generateImage` returns to the key's account for the same template, data and options. A link with `exp` has an image of its own, which is deleted when the link expires. Renders count toward the account's rate limit and daily quota. If the image is not available within `LINK_BUDGET_MS`, the response is a fallback image, with `X-Cache: FALLBACK`. `sig` is the HMAC-SHA256 of the link's canonical form, in base64url: docs/signed-links.md in the source code describes the canonical form, with a test vector and code examples. A link with an invalid signature returns 403 and is not rendered; `checkLink` says why.",
    path: "/og/sign/{template}.{format}",
    parameters: [
      {
        in: "path",
        name: "template",
        description:
          "The template ID, or `ID@version`: a template of the signing key's account, or one that all accounts share",
        schema: Type.String(),
        example: templates[0]?.id ?? "blog",
      },
      formatParameter,
    ],
    query: Type.Object({
      ...fieldProperties(templates),
      ...Object.fromEntries(linkOptions.map((name) => [name, outputOptions.properties[name]])),
      kid: Type.String({ pattern: signingKeyIdPattern.source, description: "The signing key's ID" }),
      exp: Type.Optional(
        Type.Integer({ minimum: 0, description: "Unix time in seconds, after which the link returns 403" }),
      ),
      sig: Type.String({ pattern: signaturePattern.source, description: "The signature" }),
    }),
    ...answers,
  };
}

/** The query parameters of all string fields of the templates. Several templates share a parameter. */
function fieldProperties(templates: readonly TemplateDescription[]): Record<string, TSchema> {
  const fields = new Map<string, TSchema & { description: string }>();
  for (const { id, data } of templates) {
    for (const [name, schema] of Object.entries<TSchema & { type?: string; description?: string }>(
      data.properties,
    )) {
      if (schema.type !== "string") continue; // readable links can't contain lists
      const earlier = fields.get(name)?.description;
      const description = `${id}: ${schema.description ?? name}`;
      fields.set(name, { ...schema, description: earlier ? `${earlier}; ${description}` : description });
    }
  }
  return Object.fromEntries([...fields].map(([name, schema]) => [name, Type.Optional(schema)]));
}
