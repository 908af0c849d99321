import {
  AppError,
  exactObject,
  imageMetadata,
  invalidField,
  normalizeText,
  notFound,
  visiblePattern,
} from "@placard/contracts";
import { previewSizes, samplesOf } from "@placard/templates/samples";
import type { Request, Response } from "express";
import Type from "typebox";
import { actorOf, normalizeName } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import { emptyResponse, jsonResponse, type Parameter, pathParameter } from "../docs/operation.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Platform } from "../platform.ts";
import {
  documentErrors,
  documentInput,
  readDocument,
  toDocumentInput,
  type DocumentInput,
} from "./document-input.ts";
import { templateOf } from "./draft-store.ts";
import type { TemplateDependencies } from "./feature.ts";
import type { Reviews } from "./review-store.ts";
import type { DrawDocument } from "./template-preview.ts";
import { documentExample } from "./template-schemas.ts";

/** Names the review of a request. Not part of the URL: logs and other servers would get it. */
const tokenHeader: Parameter = {
  in: "header",
  name: "Placard-Review",
  description: "the token in the link of the review: what follows `#/review/`",
  schema: Type.String(),
};

const commentFields = {
  name: Type.Optional(Type.String({ maxLength: 100, examples: ["Grace"] })),
  text: Type.String({ maxLength: 2000, pattern: visiblePattern, examples: ["The title could be larger."] }),
};
const newComment = exactObject(commentFields, { title: "NewReviewComment" });
const commentView = exactObject({ ...commentFields, createdAt: timeField }, { title: "ReviewComment" });
const comments = Type.Array(commentView, { description: "newest first" });

const reviewFields = {
  id: Type.String({ examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] }),
  template: Type.String({ description: "the ID of the template", examples: ["release"] }),
  createdAt: timeField,
  expiresAt: timeField,
};
const ownReview = exactObject({ ...reviewFields, comments }, { title: "Review" });
const createdReview = exactObject({
  ...reviewFields,
  url: Type.String({
    format: "uri",
    description: "the link, which is shown this once",
    examples: ["https://og.example.com/#/review/0XG8dV2jVbqkZ7b6cB1sR9mKq3yT5nWfLh4uA_xEoPI"],
  }),
});
export const exportedReview = exactObject({ ...ownReview.properties, document: documentInput });

// With small links, pages on phones are too long.
const sizes = previewSizes.filter(({ name }) => name !== "Small link");

const shownReview = exactObject({
  name: Type.String({ description: "the name of the template", examples: ["Release notes"] }),
  createdAt: timeField,
  expiresAt: timeField,
  sizes: Type.Array(exactObject({ name: Type.String(), width: Type.Integer(), height: Type.Integer() })),
  samples: Type.Array(Type.String(), { description: "the name of each sample", examples: [["Examples"]] }),
  comments,
});
const pictureQuery = Type.Object({
  size: Type.Integer({ minimum: 0, maximum: sizes.length - 1, description: "the index in `sizes`" }),
  sample: Type.Integer({ minimum: 0, description: "the index in `samples`" }),
});
const picture = exactObject({
  image: Type.String({ description: "the encoded image, in base64", examples: ["UklGRg=="] }),
  format: imageMetadata.format,
  width: Type.Integer(),
  height: Type.Integer(),
});

interface Deps extends Pick<TemplateDependencies, "sources" | "assets" | "events"> {
  /** Counts the requests of visitors by link. */
  limiter: RateLimiter;
  draw: DrawDocument;
}

/** The endpoints of reviews: of the account that sends a template for review, and of those with the link. */
export function reviewEndpoints({ settings, now }: Pick<Platform, "settings" | "now">, deps: Deps) {
  const { sources, assets, events, limiter, draw } = deps;
  const { reviews, compile } = sources;

  async function send(input: DocumentInput, owner: string, res: Response) {
    const document = await readDocument(input, owner, assets.findForDocument);
    const { template, problems } = await compile(document);
    if (!template) throw documentErrors(document, problems);
    const { review, token } = await reviews.create(owner, {
      template: template.id,
      name: template.name,
      document: toDocumentInput(document),
    });
    await events.recordEvent({ ...actorOf(res), type: "review_created", template: template.id });
    return { ...review, url: `${settings.PUBLIC_URL}/#/review/${token}` };
  }

  const create = jsonEndpoint({
    id: "createReview",
    summary: "Send a template for review",
    description:
      "Creates a link to a page that shows the document in all sizes and with all samples, and takes comments. It needs no account, and ends after 14 days. Later changes of the template do not change what it shows.",
    body: documentInput,
    examples: { release: documentExample },
    responses: { 201: jsonResponse("The review, with its link", createdReview) },
    errors: ["limit_reached"],
    handle: ({ body, owner, res }) => send(body, owner, res),
  });

  const createOfDraft = jsonEndpoint({
    id: "createReviewOfDraft",
    summary: "Send a draft for review",
    description: "Creates the same link for the stored draft of a template, if it is valid.",
    parameters: [pathParameter("id", "The template ID")],
    responses: { 201: jsonResponse("The review, with its link", createdReview) },
    errors: ["not_found", "validation_failed", "limit_reached"],
    async handle({ params: { id }, owner, res }) {
      const draft = await sources.drafts.find(owner, id);
      if (!draft) throw notFound("Draft");
      const template = templateOf(draft);
      if (!template) throw invalidField("/json", "must be a JSON object");
      const { json, html, assets: files = {} } = draft;
      return send({ template, json, html, assets: files }, owner, res);
    },
  });

  const list = jsonEndpoint({
    id: "listReviews",
    summary: "List your reviews",
    description: "Lists the reviews whose links work, with their comments, newest first.",
    responses: { 200: jsonResponse("The reviews", exactObject({ reviews: Type.Array(ownReview) })) },
    async handle({ owner }) {
      return { reviews: await listReviews(reviews, owner) };
    },
  });

  const deleteOwn = jsonEndpoint({
    id: "deleteReview",
    summary: "Revoke the link of a review",
    description: "Deletes the review with its comments.",
    parameters: [pathParameter("id", "The review ID")],
    responses: { 200: emptyResponse("The link does not work any more") },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      if (!(await reviews.delete(owner, id))) throw notFound("Review");
      await events.recordEvent({ ...actorOf(res), type: "review_deleted" });
      return {};
    },
  });

  /** The review of a request. Throws AppError `not_found`, or `rate_limited` past the limit of its link. */
  async function findShown(req: Request, res: Response) {
    const review = await reviews.find(req.header(tokenHeader.name) ?? "");
    if (!review) throw reviewNotFound();
    addLogFields(res, { accountId: review.owner });
    await limiter.charge(res, review.id, 1);
    return review;
  }

  const show = jsonEndpoint({
    id: "getReview",
    summary: "Get a review by its link",
    description: "What the page of the link shows: the sizes and samples of its pictures, and the comments.",
    parameters: [tokenHeader],
    responses: { 200: jsonResponse("The review", shownReview) },
    errors: ["not_found"],
    async handle({ req, res }) {
      const review = await findShown(req, res);
      const samples = samplesOf(review.document.template).map((sample) => sample.name);
      return { ...review, sizes, samples, comments: await reviews.listComments(review.id) };
    },
  });

  const drawPicture = jsonEndpoint({
    id: "getReviewPicture",
    summary: "Render a picture of a review",
    description:
      "Renders one sample at one size, in the default brand of the account as it is now. Nothing is kept, and nothing counts toward the daily quota.",
    parameters: [tokenHeader],
    query: pictureQuery,
    responses: { 200: jsonResponse("The picture", picture) },
    errors: ["not_found", "render_failed", "overloaded", "render_timeout"],
    async handle({ query, req, res }) {
      const { document, owner } = await findShown(req, res);
      const { width, height } = sizes[query.size] ?? sizes[0]!;
      const sample = samplesOf(document.template)[query.sample];
      if (!sample) throw notFound("Sample", "`samples` of the review");
      const options = { width, height, format: "webp" };
      const { image, bytes } = await draw({ ...document, data: sample.data, options }, owner, res);
      return { ...image, image: bytes.toString("base64") };
    },
  });

  const comment = jsonEndpoint({
    id: "createReviewComment",
    summary: "Comment on a review",
    description: "The account that sent it for review, and all who have the link, see the comment.",
    parameters: [tokenHeader],
    body: newComment,
    examples: { title: { name: "Grace", text: "The title could be larger." } },
    responses: { 201: jsonResponse("The comment", commentView) },
    errors: ["not_found", "limit_reached"],
    normalize: normalizeName,
    async handle({ body: { name = "", text }, req, res }) {
      const { id, owner } = await findShown(req, res);
      const added = {
        ...(name !== "" && { name }),
        text: normalizeParagraphs(text),
        createdAt: new Date(now()).toISOString(),
      };
      if (!(await reviews.addComment(owner, id, added))) throw reviewNotFound();
      return added;
    },
  });

  return { create, createOfDraft, list, delete: deleteOwn, show, picture: drawPicture, comment };
}

/** The reviews of an account with their documents and comments, for a response. */
export async function listReviews(reviews: Reviews, owner: string) {
  const all = await reviews.list(owner);
  return Promise.all(
    all.map(async (review) => ({
      ...review,
      comments: await reviews.listComments(review.id),
    })),
  );
}

function normalizeParagraphs(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).map((each) => normalizeText(each, { keepsLines: true }));
  return paragraphs.filter((each) => each !== "").join("\n\n");
}

/** One message for all reasons. */
function reviewNotFound(): AppError {
  return new AppError("not_found", {
    message: "Review not found. Its link is not complete, has expired or was revoked. Ask for a new one.",
  });
}
