import {
  AppError,
  isSignedBy,
  optionsOfRecipe,
  outputOptions,
  type OutputFormat,
  type Recipe,
  type RenderRequest,
  exactObject,
} from "@placard/contracts";
import Type, { type Static } from "typebox";
import { invalidQuery } from "../http/query.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { Caller } from "../images/parse-generate-request.ts";
import type { Platform } from "../platform.ts";
import type { LinkDependencies } from "./feature.ts";
import type { LinkProblem } from "./link-problems.ts";
import { parseLinkRequest } from "./parse-link-request.ts";
import type { SignedLink } from "./signed-link.ts";
import { timeField, type Presentable } from "../http/present.ts";
import { describeUnknownExtension } from "../images/get-image.ts";
import { jsonResponse } from "../docs/operation.ts";
import { rawQueryOf, readReadableLink } from "./readable-link.ts";
import { readShortLink } from "./short-link.ts";

const checkedLink = exactObject(
  {
    isValid: Type.Boolean({ description: "whether the link returns the image", examples: [false] }),
    problems: Type.Array(
      exactObject(
        {
          parameter: Type.Optional(
            Type.String({ description: "the parameter that the problem is about", examples: ["kid"] }),
          ),
          message: Type.String({
            description: "what is wrong, and how to fix it",
            examples: ["`kid` is missing. Add the ID of the signing key, and sign the link with it."],
          }),
        },
        { title: "LinkProblem" },
      ),
      { description: "all reasons why the link is rejected; empty if it is valid" },
    ),
    canonical: Type.Optional(
      Type.String({
        description: "the text whose signature Placard expects; of a link with a query, its canonical form",
        examples: ["placard-link-v1\nblog.png\nkid=q0Zs3VbNf1xYtR7K&title=Hello"],
      }),
    ),
    expiresAt: Type.Optional(timeField),
    request: Type.Optional(
      exactObject(
        { template: Type.String(), data: Type.Object({}), options: outputOptions },
        { description: "the generate request for the same image; only of a valid link" },
      ),
    ),
    imageUrl: Type.Optional(
      Type.String({
        format: "uri",
        description: "the image's permanent link; only of a valid link without `exp`",
      }),
    ),
  },
  { title: "CheckedLink" },
);
const checkQuery = Type.Object({
  url: Type.String({
    description: "The link, percent-encoded",
    examples: ["https://og.example.com/og/sign/blog.png?title=Hello&kid=q0Zs3VbNf1xYtR7K&sig=…"],
  }),
});
const wrongSignature =
  "`sig` does not match the canonical form. Compare the text that you sign with `canonical`, byte by byte, and check that you sign with the whole secret of this key.";
type CheckedLink = Presentable<Static<typeof checkedLink>>;

/** GET /api/v1/og/check-link: says why a signed link is rejected. */
export function checkLink({ settings: { PUBLIC_URL }, now }: Platform, deps: LinkDependencies): Endpoint {
  const { accounts, events, images, templates, brandStore } = deps;

  async function check(link: SignedLink, caller: Caller): Promise<CheckedLink> {
    const { kid, expiresAt, format } = link;
    const problems = link.listProblems(now());
    if (kid === "" || problems.some(({ parameter }) => parameter === "kid" || parameter === undefined))
      return { isValid: false, problems };
    const signatureProblems = await checkSignature(link, caller.owner);
    const isReported = problems.some(({ parameter }) => parameter === "sig");
    problems.push(...signatureProblems.filter(({ parameter }) => !isReported || parameter !== "sig"));
    const common = {
      canonical: link.signedText,
      ...(expiresAt !== undefined && !Number.isNaN(expiresAt) && { expiresAt }),
    };
    if (format === undefined) problems.push({ message: describeUnknownExtension(link.extension) });
    const request = format && (await parseRequest(link, format, caller, problems));
    if (problems.length > 0 || !request) return { isValid: false, problems, ...common };
    const { id, recipe } = request;
    const image = expiresAt === undefined && { imageUrl: images.generate.linkOf(id, recipe) };
    return { isValid: true, problems, ...common, request: requestOf(recipe, link.brand), ...image };
  }

  /** Throws AppError `not_found` unless the account has the signing key, or has revoked it. */
  async function checkSignature(
    { kid, signedText, signature }: SignedLink,
    accountId: string,
  ): Promise<LinkProblem[]> {
    const key = await accounts.signingKeys.find(kid);
    if (key?.owner !== accountId) return [await findRevocation(kid, accountId)];
    if (isSignedBy(key.secret, signedText, signature)) return [];
    return [{ parameter: "sig", message: wrongSignature }];
  }

  async function findRevocation(kid: string, accountId: string): Promise<LinkProblem> {
    const recorded = await events.listEvents(accountId);
    const revocation = recorded.find(
      ({ type, signingKeyId }) => type === "signing_key_revoked" && signingKeyId === kid,
    );
    if (!revocation) {
      throw new AppError("not_found", {
        message: "Signing key not found. Check `kid`: the key is unknown, or it belongs to another account.",
      });
    }
    return {
      parameter: "kid",
      message: `\`kid\` is a signing key that was revoked at ${new Date(revocation.at).toISOString()}. Sign the link with another key.`,
    };
  }

  /** The request for a link's image. If the link has none, adds the reasons to the problems. */
  async function parseRequest(
    link: SignedLink,
    format: OutputFormat,
    caller: Caller,
    problems: LinkProblem[],
  ): Promise<RenderRequest | undefined> {
    try {
      return await parseLinkRequest(templates.catalog, brandStore, link, format, caller);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      problems.push({ message: error.message });
      return undefined;
    }
  }

  return jsonEndpoint({
    id: "checkLink",
    tool: "reads",
    summary: "Check a signed link",
    description:
      "Says whether a signed link of your account is valid, and if not, why: which parameters are missing or malformed, whether the signature matches, and which text it must be of. Nothing is rendered. A link whose signing key belongs to another account returns 404.",
    query: checkQuery,
    responses: { 200: jsonResponse("The result of the check", checkedLink) },
    errors: ["not_found"],
    async handle({ query: { url }, owner, res }) {
      const link = readLink(url, PUBLIC_URL);
      const forms = `${PUBLIC_URL}/og/sign/<template>.<format>?… or ${PUBLIC_URL}/og/s/<payload>.<signature>.<format>`;
      if (!link) throw invalidQuery([{ path: "/url", message: `must be a signed link: ${forms}` }]);
      return await check(link, { owner, requestId: requestIdOf(res) });
    },
  });
}

/** The generate request for a link's image. The recipe has the brand by value: the link has its name. */
function requestOf(recipe: Recipe, brand: unknown): NonNullable<CheckedLink["request"]> {
  const { template, data } = recipe;
  const options = optionsOfRecipe(recipe, typeof brand === "string" ? brand : undefined);
  return { template: `${template.id}@${template.version}`, data, options };
}

/** Reads a signed link. Undefined if a URL is none of the service with `publicUrl`. */
function readLink(url: string, publicUrl: string): SignedLink | undefined {
  if (!URL.canParse(url, publicUrl)) return undefined;
  const [, form, segment = ""] = /\/og\/(sign|s)\/([^/]+)$/.exec(new URL(url, publicUrl).pathname) ?? [];
  if (form === undefined) return undefined;
  if (form === "s") return readShortLink(segment);
  try {
    return readReadableLink(decodeURIComponent(segment), rawQueryOf(url));
  } catch {
    return undefined; // not percent-encoded UTF-8
  }
}
