import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { poll, registerTestClient, startSmtp, startWebhookReceiver } from "@placard/testing";
import { findLogLine, repeat, startCards } from "./runbook.mjs";

/** Moves a directory away, and gives its name to a file. Resolves with a function that restores it. */
async function breakDirectory(directory) {
  await mkdir(directory, { recursive: true });
  await rename(directory, `${directory}.saved`);
  await writeFile(directory, "");
  return async () => {
    await rm(directory);
    await rename(`${directory}.saved`, directory);
  };
}

export const dependencies = {
  PlacardRedisOut: {
    fault: "Redis is killed",
    options: { appendOnly: true },
    async follow({ placard, untilAlert }) {
      await placard.redis.kill();
      await untilAlert();
      await placard.redis.restart();
      return "Redis was not running; started it. No other process was restarted";
    },
  },

  PlacardStorageOut: {
    fault: "the directory of the images is moved away, and a file has its name",
    async follow({ placard, untilAlert }) {
      const restore = await breakDirectory(join(placard.directory, "storage"));
      await untilAlert();
      await restore();
      return "DATA_DIR/storage was no directory; restored it";
    },
  },

  PlacardStorageErrors: {
    fault: "the directory of the recipes becomes a file, while images can be stored",
    async follow({ placard, untilAlert, defer }) {
      const restore = await breakDirectory(join(placard.directory, "storage", "recipes"));
      defer(startCards(placard, 2));
      const { operation, kind } = await untilAlert();
      await restore();
      return `operation ${operation}, kind ${kind}: a path of DATA_DIR/storage was no directory; restored it`;
    },
  },

  PlacardMailFailures: {
    fault: "the SMTP server stops; users ask for verification mails",
    async follow({ placard, prometheus, untilAlert, defer }) {
      let smtp = await startSmtp();
      defer(() => smtp.stop());
      const gateway = await placard.startGateway({ SMTP_URL: smtp.url, MAIL_FROM: "placard@example.com" });
      placard.gateways = [gateway];
      const client = await registerTestClient(gateway.url);
      await smtp.waitForMail(client.email);
      const sent = 'placard_mails_total{result="sent"} >= 1';
      await poll("the first mail to be counted", async () => (await prometheus.query(sent)).length > 0);
      const port = Number(new URL(smtp.url).port);
      await smtp.stop();
      const [user] = await Promise.all(Array.from({ length: 6 }, () => registerTestClient(gateway.url)));
      await untilAlert();
      const { err } = await findLogLine(placard, "mail delivery failed");
      smtp = await startSmtp({ port });
      await user.callWithToken("POST", "/account/verification");
      await smtp.waitForMail(user.email);
      return `the log says ${err.message}; started the SMTP server; a user sent the link again and got it`;
    },
  },

  PlacardWebhookFailures: {
    fault: "the server of the only webhook responds with 503",
    options: { env: { IMAGE_ALLOW_PRIVATE: "true" } },
    async follow({ placard, untilAlert, defer }) {
      let status = 503;
      const receiver = await startWebhookReceiver(() => ({ status }));
      defer(receiver.stop);
      const client = await registerTestClient(placard.url);
      const body = { url: receiver.url, events: ["image.rendered"] };
      const { id } = (await client.callWithToken("POST", "/webhooks", body)).body.data;
      defer(repeat(() => client.callWithToken("POST", `/webhooks/${id}/test`), 200));
      await untilAlert();
      const line = await findLogLine(placard, "webhook attempt", { webhookId: id });
      const { user } = (await client.callWithToken("GET", "/account")).body.data;
      if (line.accountId !== user.id) throw new Error(`the log has the account ${line.accountId}`);
      status = 204;
      return `the log has the account and the status ${line.status}; its server was repaired`;
    },
  },
};
