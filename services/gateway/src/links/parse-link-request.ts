import {
  AppError,
  deriveImageId,
  linkOptions,
  parsePointer,
  parseTemplateName,
  type FieldError,
  type OutputFormat,
  type RenderRequest,
} from "@placard/contracts";
import { nearestName } from "@placard/contracts/nearest-name";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import { parseGenerateRequest, type BrandLookup, type Caller } from "../images/parse-generate-request.ts";
import type { SignedLink } from "./signed-link.ts";

/**
 * Parses the request for the image of a link. Rejects as parseGenerateRequest, but the message names
 * parameters of the link, since it has no body. The JSON pointers in `details` point into the equivalent
 * request.
 */
export async function parseLinkRequest(
  catalog: TemplateCatalog<TemplateDescription>,
  brands: BrandLookup,
  { template, toBody, expiresAt }: Pick<SignedLink, "template" | "toBody" | "expiresAt">,
  format: OutputFormat,
  caller: Caller,
): Promise<RenderRequest> {
  try {
    const request = await parseGenerateRequest(catalog, toBody(format), caller, brands);
    return expiresAt === undefined
      ? request
      : { ...request, id: deriveImageId(request.recipe, expiresAt), expiresAt };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "validation_failed") throw error;
    const found = await catalog.find(parseTemplateName(template), caller.owner);
    const fields = Object.keys(found?.data.properties ?? {});
    const details = (error.details ?? []).map((detail) => withParameters(detail, fields));
    throw new AppError("validation_failed", { message: messageFor(details), details, cause: error });
  }
}

/** The longest list of parameters in a message, and the longest name in it. */
const [maxListed, maxNameLength] = [5, 40];

function messageFor(details: readonly FieldError[]): string {
  const problems = details.slice(0, maxListed).map(({ path, message }) => {
    const name = parameterOf(path).slice(0, maxNameLength);
    return `${name === "" ? "" : `\`${name}\` `}${message}${message.endsWith("?") ? "" : "."}`;
  });
  return `Invalid link parameters. ${problems.join(" ")} Fix them, and sign the link again.`;
}

/** Describes a parameter that the template does not have by the parameters of links. */
function withParameters(detail: FieldError, fields: readonly string[]): FieldError {
  const name = parameterOf(detail.path);
  if (!/^\/data\/[^/]+$/.test(detail.path) || fields.includes(name)) return detail;
  const known = [...fields, ...linkOptions];
  const nearest = nearestName(name, known);
  const hint =
    nearest === undefined ? `; known parameters are ${known.join(", ")}` : `. Did you mean \`${nearest}\`?`;
  return { ...detail, message: `is not a known parameter${hint}` };
}

/** The parameter that a JSON pointer into the equivalent request is about. */
function parameterOf(path: string): string {
  return parsePointer(path.replace(/^\/(data|options)(?=\/)/, "")).join("/");
}
