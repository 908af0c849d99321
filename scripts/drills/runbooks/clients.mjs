import { setTimeout as delay } from "node:timers/promises";
import { createTestClient } from "@placard/testing";
import { createSockets } from "../clients.mjs";
import { findLogLine, repeat } from "./runbook.mjs";

export const clients = {
  PlacardFailedCeremonies: {
    fault: "after a move, ORIGINS has the old address; people sign in",
    options: { env: { RATE_LIMIT_AUTH: "0" } },
    async follow({ placard, untilAlert, defer }) {
      const client = createTestClient(placard.url);
      await client.register();
      placard.gateways = [await placard.startGateway({ ORIGINS: "https://old.example.com" })];
      let lastStatus = 0;
      const signIn = async () => {
        const gatewayUrl = placard.gateways[0].url;
        const { body } = await client.call("POST", "/auth/login/start", { body: {}, gatewayUrl });
        const credential = client.authenticator.login(body.data.options);
        const finish = { body: { credential }, gatewayUrl };
        lastStatus = (await client.call("POST", "/auth/login/finish", finish)).status;
      };
      defer(repeat(signIn, 200));
      await untilAlert();
      const { reason } = await findLogLine(placard, "ceremony failed");
      placard.gateways = [await placard.startGateway()];
      await delay(1_500);
      return `the log has the reason ${reason}; corrected ORIGINS; sign-in then responds with ${lastStatus}`;
    },
  },

  PlacardConnectionsClosed: {
    fault: "one address opens connections without end",
    options: { env: { MAX_CONNECTIONS_PER_ADDRESS: "20" } },
    async follow({ placard, untilAlert, defer }) {
      const { openSocket, closeSockets } = createSockets(placard, defer);
      const stop = repeat(openSocket, 50);
      defer(stop);
      await untilAlert();
      const { address, reason } = await findLogLine(placard, "connection closed");
      await stop();
      closeSockets();
      return `the log line has the address ${address} and the reason ${reason}; blocked the address`;
    },
  },
};
