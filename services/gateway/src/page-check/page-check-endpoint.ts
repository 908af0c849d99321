import Type from "typebox";
import { sendData } from "../http/envelope.ts";
import { invalidQuery } from "../http/invalid-query.ts";
import type { Endpoint } from "../http/route.ts";
import type { CheckPage } from "./check-page.ts";
import { pageCheck, type PageCheck } from "./page-check.ts";

const maxUrlLength = 2_048;

/** The requests that a check counts as: it sends up to six requests to other servers. */
export const pageCheckCost = 10;

const example: PageCheck = {
  url: "https://blog.example.com/hello",
  redirects: [],
  durationMs: 184,
  previews: [
    {
      platform: "X",
      card: "large",
      title: "Hello, world",
      domain: "blog.example.com",
      imageUrl: "https://blog.example.com/hello.png",
      sources: ["https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started"],
    },
  ],
  problems: [
    {
      code: "image_too_large",
      severity: "error",
      message: "The image in `og:image` has 412 kB. Images are shown up to 300 kB by WhatsApp.",
      fix: "Compress it as JPEG or WebP, or render it smaller. A card of 1200 × 630 pixels rarely needs more than 200 kB.",
      platforms: ["WhatsApp"],
    },
  ],
  images: [
    {
      tag: "og:image",
      url: "https://blog.example.com/hello.png",
      bytes: 412_000,
      format: "png",
      width: 1200,
      height: 630,
      durationMs: 96,
    },
  ],
};

/** GET /api/v1/check: says what platforms show of a public page, and what is wrong with it. */
export function checkPage({ checkPage: check }: { checkPage: CheckPage }): Endpoint {
  return {
    operation: {
      id: "checkPage",
      tool: "reads",
      tag: "links",
      summary: "Check the card of a page",
      description: `Fetches a public page, its image and robots.txt, and says what X, Facebook, LinkedIn, Slack, WhatsApp, Discord and iMessage show of it, by their documented rules, and what is wrong, each with the fix and the tag to paste. Nothing is rendered or stored. A page that cannot be fetched is a problem of the response, not an error. Counts as ${pageCheckCost} requests toward the rate limit.`,
      parameters: [
        {
          in: "query",
          name: "url",
          description: "The http or https URL of the page, percent-encoded",
          schema: Type.String({ maxLength: maxUrlLength }),
          required: true,
          example: "https://blog.example.com/hello",
        },
        {
          in: "query",
          name: "image",
          description: "Whether the response has the file of the page's image",
          schema: Type.Boolean({ default: false }),
        },
      ],
      responses: { 200: { description: "The result of the check", data: pageCheck, example } },
      errors: ["validation_failed", "overloaded"],
    },

    async handler({ query }, res) {
      const { url, image = "false", ...others } = query;
      if (typeof url !== "string" || url.trim() === "")
        throw invalidQuery([{ path: "/url", message: "is required: the URL of the page, percent-encoded" }]);
      if (Object.keys(others).length > 0)
        throw invalidQuery([
          {
            path: "/url",
            message: "must be percent-encoded, so that its `&` does not end it: use encodeURIComponent",
          },
        ]);
      if (image !== "true" && image !== "false")
        throw invalidQuery([{ path: "/image", message: "must be true or false" }]);
      sendData<PageCheck>(res, await check(readPageUrl(url.trim()), { hasImage: image === "true" }));
    },
  };
}

/** Throws AppError `validation_failed` unless the text is the URL of a page. */
function readPageUrl(text: string): string {
  const url = text.length > maxUrlLength ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    const message = `must be an http or https URL without a user name, of at most ${maxUrlLength} characters`;
    throw invalidQuery([{ path: "/url", message }]);
  }
  url.hash = "";
  return url.href;
}
