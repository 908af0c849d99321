import { invalidField } from "@placard/contracts";
import { isLocalUrl } from "@placard/safe-fetch";

/** The longest URL of a webhook. */
export const maxWebhookUrlLength = 2_048;

/**
 * Checks the URL of a webhook by its text, so that users see a mistake when they create it. The addresses of
 * its host are checked when it is called. Throws AppError `validation_failed`.
 * @param allowPrivate IMAGE_ALLOW_PRIVATE
 */
export function checkWebhookUrl(text: string, allowPrivate: boolean): void {
  const problem = findProblem(text, allowPrivate);
  if (problem !== undefined) throw invalidField("/url", problem);
}

function findProblem(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  const schemes = allowPrivate ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol))
    return allowPrivate ? "must be an https or http URL" : "must be an https URL";
  if (/[\s\p{Cc}]/u.test(text)) return "must not contain spaces, line breaks and other control characters";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (allowPrivate) return undefined;
  if (url.port !== "") return "must not have a port: webhooks are called on port 443";
  return isLocalUrl(text) ? "must have a public host" : undefined;
}
