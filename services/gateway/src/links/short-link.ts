import {
  decodeShortLink,
  formatOfExtension,
  shortLinkText,
  signaturePattern,
  signingKeyIdPattern,
  type ShortLinkContent,
} from "@placard/contracts";
import { expiryProblems, type LinkProblem } from "./link-problems.ts";
import type { SignedLink } from "./signed-link.ts";

/** Reads a link of the form `/og/s/<payload>.<signature>.<extension>`, from its file. */
export function readShortLink(file: string): SignedLink {
  const [payload = "", signature = "", extension = "", ...others] = file.split(".");
  const content = decodeShortLink(payload);
  const { kid, template, data, options, exp } = content ?? emptyContent;
  const expiresAt = exp === undefined ? undefined : 1000 * exp;
  const signedText = shortLinkText(payload, extension);

  const listProblems = (now: number): LinkProblem[] => {
    if (signature === "" || extension === "" || others.length > 0) return [{ message: malformedPath }];
    if (!/^[\w-]+$/.test(payload)) return [{ message: malformedPayload }];
    if (!content) return [{ message: malformedContent }];
    return [
      ...(signingKeyIdPattern.test(kid) ? [] : [{ parameter: "kid", message: malformedKid }]),
      ...(signaturePattern.test(signature) ? [] : [{ parameter: "sig", message: malformedSignature }]),
      ...expiryProblems(expiresAt, now),
      ...["format", "cache"]
        .filter((name) => Object.hasOwn(options, name))
        .map((name) => ({ parameter: name, message: `\`${name}\` is not an option of links. Remove it.` })),
    ];
  };

  return {
    template,
    extension,
    format: formatOfExtension(extension),
    kid,
    expiresAt,
    brand: options["brand"],
    signedText,
    signature,
    listProblems,
    toBody: (format) => ({ template, data, options: { ...options, format } }),
  };
}

const emptyContent: ShortLinkContent = { kid: "", template: "", data: {}, options: {}, exp: undefined };

const malformedPath =
  "The link is malformed. A short link is `/og/s/<payload>.<signature>.<format>`: copy it again, without a query.";
const malformedPayload = "The payload is malformed. Encode it as base64url without padding.";
const malformedContent =
  "The payload is malformed. It is the JSON array `[kid, template, data, options, exp]`, of which the last two are optional.";
const malformedKid =
  "`kid` is not the ID of a signing key, which has 16 letters and digits. Put it first in the payload.";
const malformedSignature =
  "The signature is malformed. It has 43 characters: an HMAC-SHA256 as base64url without padding.";
