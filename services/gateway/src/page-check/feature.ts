import Type from "typebox";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { createCheckPage, type PageCheckDependencies } from "./check-page.ts";
import { keyIdOf } from "../http/caller.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import { invalidQuery } from "../http/query.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { pageCheck } from "./page-check.ts";
import { jsonResponse } from "../docs/operation.ts";

const maxUrlLength = 2_048;

const checkQuery = Type.Object({
  url: Type.String({
    maxLength: maxUrlLength,
    description: "The http or https URL of the page, percent-encoded",
    examples: ["https://blog.example.com/hello"],
  }),
  image: Type.Boolean({
    default: false,
    description: "Whether the response has the file of the page's image",
  }),
});

/** The requests that a check counts as: it sends up to four requests to other servers. */
const pageCheckCost = 10;

/** The check of public pages: what platforms show of them, and what is wrong. */
export function createPageCheck(platform: Platform, deps: PageCheckDependencies): Feature {
  const check = createCheckPage(platform, deps);
  const endpoint = jsonEndpoint({
    id: "checkPage",
    tool: "reads",
    summary: "Check the card of a page",
    description: `Fetches a public page and its image, and says what X, Facebook, LinkedIn, Slack, WhatsApp, Discord and iMessage show of it, by their documented rules, and what is wrong, each with the fix and the tag to paste. Nothing is rendered or stored. A page that cannot be fetched is a problem of the response, not an error. Counts as ${pageCheckCost} requests toward the rate limit.`,
    query: checkQuery,
    responses: { 200: jsonResponse("The result of the check", pageCheck) },
    errors: ["overloaded", "quota_exceeded"],
    async handle({ query: { url, image }, owner, res }) {
      return await check({
        owner,
        keyId: keyIdOf(res),
        url: readPageUrl(url.trim()),
        hasImage: image,
        signal: disconnectSignal(res),
      });
    },
  });
  return {
    tag: "links",
    routes: [route("get", "/api/v1/check", access.creator(undefined, { cost: pageCheckCost }), endpoint)],
  };
}

/** Throws AppError `validation_failed` unless the text is the URL of a page. */
function readPageUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    const message = `must be an http or https URL without a user name, of at most ${maxUrlLength} characters`;
    throw invalidQuery([{ path: "/url", message }]);
  }
  url.hash = "";
  return url.href;
}
