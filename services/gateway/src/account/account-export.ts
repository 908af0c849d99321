import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { usageDays } from "@placard/accounts";
import { AppError, lanes, optionsOfRecipe } from "@placard/contracts";
import { Lane } from "@placard/runtime";
import type { Response } from "express";
import { accountIdOf } from "../http/caller.ts";
import { disconnectSignal } from "../http/disconnect-signal.ts";
import type { Platform } from "../platform.ts";
import type { AccountDeps } from "./feature.ts";
import type { Endpoint } from "../http/route.ts";
import type { AccountImage } from "../images/account-images.ts";
import { toBrandSettings } from "../brands/feature.ts";
import { describeSite } from "../sites/site-schemas.ts";
import { listReviews } from "../templates/reviews.ts";
import { toDocumentInput } from "../templates/document-input.ts";
import { accountExport, exportedAccount, exportedImage } from "./account-export-schema.ts";
import { actorOf } from "./account-fields.ts";
import { present } from "../http/present.ts";
import { describeWebhook } from "../webhooks/webhooks.ts";
import { jsonResponse } from "../docs/operation.ts";

/** The endpoint that exports everything that is stored about an account, without secrets and their hashes. */
export function exportAccount({ settings, now }: Platform, deps: AccountDeps): Endpoint {
  const { accounts, events, images } = deps;
  const { users, sessions, apiKeys, signingKeys, recoveryCodes } = accounts;
  const { linkOf } = images.generate;
  const lane = new Lane(lanes.exports);

  /** Everything but the images and the template documents, of which there may be many. */
  async function readAccount(id: string) {
    const user = await users.findUserRecord(id);
    if (!user) throw new AppError("unauthorized");
    const records = await deps.templates.templateRecords.list(id);
    return {
      exportedAt: now(),
      user,
      passkeys: await users.listPasskeys(id),
      sessions: await sessions.listSessions(id),
      apiKeys: await apiKeys.list(id),
      signingKeys: await signingKeys.list(id),
      assets: await deps.assets.store.list(id),
      brands: (await deps.brandStore.list(id)).map(toBrandSettings),
      sites: (await deps.sites.store.list(id)).map((site) => describeSite(site, settings.PUBLIC_URL)),
      webhooks: (await deps.webhooks.store.list(id)).map((webhook) => describeWebhook(webhook, now())),
      recoveryCodes: await recoveryCodes.countCodes(id),
      templates: await Promise.all(
        records.map((record) => deps.templates.templateRecords.get(id, record.id)),
      ),
      reviews: await listReviews(deps.templates.reviews, id),
      drafts: await deps.templates.drafts.readAll(id),
      events: await events.listEvents(id),
      usage: (await deps.usage.store.list(id, usageDays)).filter(
        ({ renders, cacheHits, remoteBytes }) => renders + cacheHits + remoteBytes > 0,
      ),
    };
  }

  function describeImage({ recipe, ...image }: AccountImage) {
    const template = `${recipe.template.id}@${recipe.template.version}`;
    return { ...recipe, ...image, url: linkOf(image.id, recipe), template, options: optionsOfRecipe(recipe) };
  }

  /**
   * Sends the envelope in parts. Images are read while earlier ones are sent, as fast as the client reads.
   */
  async function send(res: Response, id: string): Promise<void> {
    const account = JSON.stringify({ success: true, data: present(exportedAccount, await readAccount(id)) });
    const batches = images.ofAccounts.readAll(id);
    const first = await batches.next(); // if storage is unavailable, the response is still an error
    async function* parts(): AsyncGenerator<string> {
      yield `${account.slice(0, -2)},"images":[`;
      let separator = "";
      for (let batch = first; batch.done !== true; batch = await batches.next()) {
        const views = batch.value.map((image) =>
          JSON.stringify(present(exportedImage, describeImage(image))),
        );
        if (views.length === 0) continue;
        yield separator + views.join(",");
        separator = ",";
      }
      yield '],"templateDocuments":[';
      separator = "";
      for await (const { hash, document } of deps.templates.documents.list(id)) {
        yield separator + JSON.stringify({ hash, document: toDocumentInput(document) });
        separator = ",";
      }
      yield "]}}";
    }
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.setHeader("Content-Disposition", 'attachment; filename="placard-account.json"');
    res.setHeader("Cache-Control", "no-store");
    try {
      await pipeline(Readable.from(parts()), res);
    } catch (error) {
      if (!isClientGone(error)) throw error;
    } finally {
      await batches.return(undefined); // ends the listing of a client that has disconnected
    }
  }

  return {
    operation: {
      id: "exportAccount",
      summary: "Export your account",
      description:
        "The user, passkeys, sessions, keys, webhooks, templates with the documents of all versions, drafts, reviews, security events, usage, and images with their recipes, as a file. It contains no secrets and no hashes of secrets. An account can have one export at a time in each gateway; another one waits.",
      responses: {
        200: jsonResponse("The export", accountExport, {
          "Content-Disposition": "`attachment`, with a file name",
        }),
      },
      errors: ["overloaded"],
    },
    async handler(_req, res) {
      const id = accountIdOf(res);
      await lane.run(
        id,
        async () => {
          await events.recordEvent({ ...actorOf(res), type: "account_exported" });
          await send(res, id);
        },
        disconnectSignal(res),
      );
    },
  };
}

/** Whether a response failed because its client has disconnected. */
function isClientGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
