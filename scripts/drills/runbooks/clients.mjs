import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createTestClient } from "@placard/testing";
import { findLogLine, targetsOf } from "./runbook.mjs";

/** @type {Readonly<Record<string, import("./runbook.mjs").Runbook>>} */
export const clients = {
  PlacardFailedCeremonies: {
    fault: "after a move, ORIGINS has the old address; people sign in",
    options: { env: { RATE_LIMIT_AUTH: "0" } },
    async start({ placard, prometheus }) {
      const client = createTestClient(placard.url);
      await client.register();
      const moved = await placard.startGateway({ ORIGINS: "https://old.example.com" });
      await prometheus.watch({ ...targetsOf(placard), "placard-gateway": [moved.adminUrl] });
      let gatewayUrl = moved.url;
      let isOver = false;
      let lastStatus = 0;
      const people = (async () => {
        for (; !isOver; await delay(200)) {
          const { options } = (await client.call("POST", "/auth/login/start", { body: {}, gatewayUrl })).body
            .data;
          const credential = client.authenticator.login(options);
          lastStatus = (await client.call("POST", "/auth/login/finish", { body: { credential }, gatewayUrl }))
            .status;
        }
      })();
      return {
        async follow() {
          const { reason } = await findLogLine(placard, "ceremony failed");
          const corrected = await placard.startGateway();
          gatewayUrl = corrected.url;
          await prometheus.watch({ ...targetsOf(placard), "placard-gateway": [corrected.adminUrl] });
          await delay(1_500);
          return `the log has the reason ${String(reason)}; corrected ORIGINS; sign-in then responds with ${lastStatus}`;
        },
        async end() {
          isOver = true;
          await people;
        },
      };
    },
  },

  PlacardConnectionsClosed: {
    fault: "one address opens connections without end",
    options: { env: { MAX_CONNECTIONS_PER_ADDRESS: "20" } },
    async start({ placard }) {
      const { port } = new URL(placard.url);
      /** @type {Set<import("node:net").Socket>} */
      const sockets = new Set();
      let isBlocked = false;
      const attack = (async () => {
        for (; !isBlocked; await delay(50)) {
          const socket = connect(Number(port), "127.0.0.1");
          sockets.add(socket);
          socket.on("error", () => {});
          socket.on("close", () => sockets.delete(socket));
        }
      })();
      const block = async () => {
        isBlocked = true;
        await attack;
        for (const socket of sockets) socket.destroy();
      };
      return {
        async follow() {
          const { address, reason } = await findLogLine(placard, "connection closed");
          await block();
          return `the log line has the address ${String(address)} and the reason ${String(reason)}; blocked the address`;
        },
        end: block,
      };
    },
  },
};
