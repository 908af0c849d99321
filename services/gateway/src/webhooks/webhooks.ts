import type { SecurityEvents } from "@placard/accounts";
import { webhookEventTypes, exactObject, notFound, invalidField } from "@placard/contracts";
import Type from "typebox";
import { isLocalUrl } from "@placard/safe-fetch";
import { sessionOf } from "../http/caller.ts";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import type { Platform } from "../platform.ts";
import type { Webhook, Webhooks } from "./webhook-store.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

const eventList = Type.Array(Type.Enum([...webhookEventTypes]), { minItems: 1, uniqueItems: true });
const newWebhook = exactObject(
  {
    url: Type.String({ maxLength: 2_048, examples: ["https://example.com/placard-webhook"] }),
    events: eventList,
  },
  { title: "NewWebhook" },
);
const webhookUpdate = exactObject(
  { events: Type.Optional(eventList), isEnabled: Type.Optional(Type.Boolean()) },
  { minProperties: 1, title: "WebhookUpdate" },
);
const fields = {
  id: Type.String({ examples: ["q0Zs3VbNf1xYtR7K"] }),
  url: Type.String({ format: "uri", examples: ["https://example.com/placard-webhook"] }),
  events: eventList,
  isEnabled: Type.Boolean(),
  disabledBy: Type.Union([Type.Enum(["user", "server"]), Type.Null()], {
    description: "`server`: it responded with 410; null while the webhook is enabled",
    examples: [null],
  }),
  hint: Type.String({ description: "the last four characters of the secret", examples: ["AAA="] }),
  previousSecretExpiresAt: Type.Union([timeField, Type.Null()], {
    description: "until when deliveries also have a signature with the secret before the last rotation",
    examples: [null],
  }),
  createdAt: timeField,
};
/** The schema of a webhook. */
export const webhookView = exactObject(fields, { title: "Webhook" });
const webhookWithSecret = exactObject(
  {
    ...fields,
    secret: Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{43}=$", examples: [`whsec_${"A".repeat(43)}=`] }),
  },
  { title: "WebhookWithSecret" },
);
const webhookList = exactObject({ webhooks: Type.Array(webhookView), nextCursor: nextCursorField });

/** The path parameter of a webhook. */
export const webhookIdParameter = pathParameter("id", "The ID of the webhook");

/** The endpoints of the webhooks of the account of the session. */
export function webhookEndpoints({ settings, now }: Platform, webhooks: Webhooks, events: SecurityEvents) {
  const describe = (webhook: Webhook) => describeWebhook(webhook, now());

  const list = jsonEndpoint({
    id: "listWebhooks",
    summary: "List your webhooks",
    description: "Lists the webhooks of your account, newest first, without their secrets.",
    query: pageQuery,
    responses: { 200: jsonResponse("The webhooks", webhookList) },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(query, await webhooks.list(owner), "newest first", "createdAt");
      return { webhooks: items.map(describe), nextCursor };
    },
  });

  const create = jsonEndpoint({
    id: "createWebhook",
    summary: "Create a webhook",
    description:
      "The URL is called with a POST request for each event of the types in `events`. It must be an https URL with a public host.",
    body: newWebhook,
    responses: {
      201: jsonResponse("The webhook. Its `secret` is shown only in this response.", webhookWithSecret),
    },
    errors: ["forbidden", "limit_reached"],
    async handle({ body: { url, events: types }, owner, res }) {
      checkWebhookUrl(url, settings.IMAGE_ALLOW_PRIVATE);
      const { passkeyId } = sessionOf(res);
      const created = await webhooks.create(owner, { url, events: types, passkeyId });
      await events.recordEvent({ ...actorOf(res), type: "webhook_created", webhookId: created.id });
      return describe(created);
    },
  });

  const update = jsonEndpoint({
    id: "updateWebhook",
    summary: "Change a webhook",
    description:
      "Changes its events, or enables or disables it. A disabled webhook is not called: deliveries that wait fail, and events that occur meanwhile are not delivered later.",
    parameters: [webhookIdParameter],
    body: webhookUpdate,
    examples: { events: { events: ["batch.finished"] }, disable: { isEnabled: false } },
    responses: { 200: jsonResponse("The webhook", webhookView) },
    errors: ["not_found"],
    async handle({ body, params: { id }, owner, res }) {
      const webhook = await webhooks.update(owner, id, body);
      if (!webhook) throw notFound("Webhook");
      await events.recordEvent({ ...actorOf(res), type: "webhook_changed", webhookId: id });
      return describe(webhook);
    },
  });

  const rotate = jsonEndpoint({
    id: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook",
    description:
      "Creates another secret. For 24 hours, deliveries have the signatures of both secrets; a further rotation ends this for the older one.",
    parameters: [webhookIdParameter],
    responses: {
      200: jsonResponse("The webhook. Its `secret` is shown only in this response.", webhookWithSecret),
    },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      const webhook = await webhooks.rotateSecret(owner, id);
      if (!webhook) throw notFound("Webhook");
      await events.recordEvent({ ...actorOf(res), type: "webhook_secret_rotated", webhookId: id });
      return describe(webhook);
    },
  });

  const deleteOne = jsonEndpoint({
    id: "deleteWebhook",
    summary: "Delete a webhook",
    description: "Also deletes its deliveries. Those that wait are not sent.",
    parameters: [webhookIdParameter],
    responses: { 200: emptyResponse("The webhook is deleted") },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      if (!(await webhooks.delete(owner, id))) throw notFound("Webhook");
      await events.recordEvent({ ...actorOf(res), type: "webhook_deleted", webhookId: id });
      return {};
    },
  });

  return { list, create, update, rotate, delete: deleteOne };
}

/** A webhook with what its schema has besides its own members, at a time (epoch ms). */
export function describeWebhook(webhook: Webhook, time: number) {
  const { secret, previousSecret: { expiresAt = 0 } = {} } = webhook;
  const previousSecretExpiresAt = time < expiresAt ? expiresAt : undefined;
  return { ...webhook, hint: secret.slice(-4), previousSecretExpiresAt };
}

const publicUrlRule =
  "must be an https URL with a public host, on port 443. For development, the operator can set IMAGE_ALLOW_PRIVATE=true to accept other URLs";

/**
 * Checks the URL of a webhook by its text, so that users see a mistake when they create it. The addresses of
 * its host are checked when it is called. Throws AppError `validation_failed`.
 * @param allowPrivate IMAGE_ALLOW_PRIVATE
 */
function checkWebhookUrl(text: string, allowPrivate: boolean): void {
  const fail = (problem: string) => invalidField("/url", problem);
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && !(allowPrivate && url?.protocol === "http:"))
    throw fail(allowPrivate ? "must be an https or http URL" : publicUrlRule);
  if (/[\s\p{Cc}]/u.test(text))
    throw fail("must not contain spaces, line breaks and other control characters");
  if (url.username !== "" || url.password !== "") throw fail("must not contain a user name or a password");
  if (allowPrivate) return;
  if (url.port !== "" || isLocalUrl(text)) throw fail(publicUrlRule);
}
