import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createTestClient } from "@placard/testing";
import { findLogLine, repeat } from "./runbook.mjs";

export const clients = {
  PlacardFailedCeremonies: {
    fault: "after a move, ORIGINS has the old address; people sign in",
    options: { env: { RATE_LIMIT_AUTH: "0" } },
    async start({ placard }) {
      const client = createTestClient(placard.url);
      await client.register();
      placard.gateways = [await placard.startGateway({ ORIGINS: "https://old.example.com" })];
      let lastStatus = 0;
      const people = repeat(async () => {
        const gatewayUrl = placard.gateways[0].url;
        const { body } = await client.call("POST", "/auth/login/start", { body: {}, gatewayUrl });
        const credential = client.authenticator.login(body.data.options);
        const finish = { body: { credential }, gatewayUrl };
        lastStatus = (await client.call("POST", "/auth/login/finish", finish)).status;
      }, 200);
      return {
        async follow() {
          const { reason } = await findLogLine(placard, "ceremony failed");
          placard.gateways = [await placard.startGateway()];
          await delay(1_500);
          return `the log has the reason ${reason}; corrected ORIGINS; sign-in then responds with ${lastStatus}`;
        },
        end: people.stop,
      };
    },
  },

  PlacardConnectionsClosed: {
    fault: "one address opens connections without end",
    options: { env: { MAX_CONNECTIONS_PER_ADDRESS: "20" } },
    async start({ placard }) {
      const port = Number(new URL(placard.url).port);
      const sockets = new Set();
      const attack = repeat(() => {
        const socket = connect(port, "127.0.0.1").on("error", () => {});
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
      }, 50);
      const block = async () => {
        await attack.stop();
        for (const socket of sockets) socket.destroy();
      };
      return {
        async follow() {
          const { address, reason } = await findLogLine(placard, "connection closed");
          await block();
          return `the log line has the address ${address} and the reason ${reason}; blocked the address`;
        },
        end: block,
      };
    },
  },
};
