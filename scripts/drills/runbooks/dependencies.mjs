import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { poll, registerTestClient, startSmtp, startWebhookReceiver } from "@placard/testing";
import { findLogLine, startCards } from "./runbook.mjs";

/** @type {Readonly<Record<string, import("./runbook.mjs").Runbook>>} */
export const dependencies = {
  PlacardRedisOut: {
    fault: "Redis is killed",
    options: { appendOnly: true },
    async start({ placard }) {
      await placard.redis.kill();
      return {
        async follow() {
          await placard.redis.restart();
          return "Redis was not running; started it. No other process was restarted";
        },
      };
    },
  },

  PlacardStorageOut: {
    fault: "the directory of the images is moved away, and a file has its name",
    async start({ placard }) {
      const directory = join(placard.directory, "storage");
      const saved = `${directory}.saved`;
      await rename(directory, saved);
      await writeFile(directory, "");
      return {
        async follow() {
          await rm(directory);
          await rename(saved, directory);
          return "DATA_DIR/storage was no directory; restored it";
        },
      };
    },
  },

  PlacardStorageErrors: {
    fault: "the directory of the recipes becomes a file, while images can be stored",
    async start({ placard, prometheus }) {
      const directory = join(placard.directory, "storage", "recipes");
      await mkdir(directory, { recursive: true });
      await rename(directory, `${directory}.saved`);
      await writeFile(directory, "");
      const cards = startCards(placard.url, placard.key, 2);
      return {
        async follow() {
          const { operation, kind } = (await prometheus.firing()).get("PlacardStorageErrors") ?? {};
          await rm(directory);
          await rename(`${directory}.saved`, directory);
          return `operation ${operation}, kind ${kind}: a path of DATA_DIR/storage was no directory; restored it`;
        },
        end: () => cards.stop(),
      };
    },
  },

  PlacardMailFailures: {
    fault: "the SMTP server stops; users ask for verification mails",
    async start({ placard, prometheus }) {
      let smtp = await startSmtp();
      const gateway = await placard.startGateway({ SMTP_URL: smtp.url, MAIL_FROM: "placard@example.com" });
      await prometheus.watch({ "placard-gateway": [gateway.adminUrl], "placard-renderer": [] });
      const client = await registerTestClient(gateway.url);
      await smtp.waitForMail(client.email);
      await poll(
        "the first mail to be counted",
        async () => (await prometheus.query('placard_mails_total{result="sent"} >= 1')).length > 0,
      );
      const port = Number(new URL(smtp.url).port);
      await smtp.stop();
      const others = await Promise.all(Array.from({ length: 6 }, () => registerTestClient(gateway.url)));
      return {
        async follow() {
          const { err } = await findLogLine(placard, "mail delivery failed");
          smtp = await startSmtp({ port });
          const [user] = others;
          await user?.callWithToken("POST", "/account/verification");
          await smtp.waitForMail(user?.email ?? "");
          return `the log says ${/** @type {Error} */ (err).message}; started the SMTP server; a user sent the link again and got it`;
        },
        end: () => smtp.stop(),
      };
    },
  },

  PlacardWebhookFailures: {
    fault: "the server of the only webhook responds with 503",
    options: { env: { IMAGE_ALLOW_PRIVATE: "true" } },
    async start({ placard }) {
      let status = 503;
      const receiver = await startWebhookReceiver(() => ({ status }));
      const client = await registerTestClient(placard.url);
      const body = { url: receiver.url, events: ["image.rendered"] };
      const { id } = (await client.callWithToken("POST", "/webhooks", body)).body.data;
      let isOver = false;
      const events = (async () => {
        for (; !isOver; await delay(200)) await client.callWithToken("POST", `/webhooks/${id}/test`);
      })();
      return {
        async follow() {
          const { accountId, status: logged } = await findLogLine(placard, "webhook attempt", {
            webhookId: id,
          });
          const { user } = (await client.callWithToken("GET", "/account")).body.data;
          if (accountId !== user.id) throw new Error(`the log has the account ${String(accountId)}`);
          status = 204;
          return `the log has the account and the status ${String(logged)}; its server was repaired`;
        },
        async end() {
          isOver = true;
          await events;
          await receiver.stop();
        },
      };
    },
  },
};
