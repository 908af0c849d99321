import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@placard/testing";
import { findLogLine, preload, startCards, targetsOf } from "./runbook.mjs";

/** @type {Readonly<Record<string, import("./runbook.mjs").Runbook>>} */
export const processes = {
  PlacardNoGateway: {
    fault: "the gateway is restarted with two invalid settings",
    async start({ placard, prometheus }) {
      await placard.gateways[0]?.stop();
      const failed = await placard
        .startGateway({ QUEUE_LIMIT: "many", SESSION_TTL: "0" })
        .then(() => "", String);
      return {
        async follow() {
          const reasons = failed.match(/^ {2}- .+$/gm) ?? [];
          if (reasons.length !== 2)
            throw new Error(`standard error has ${reasons.length} reasons: ${failed}`);
          const gateway = await placard.startGateway();
          placard.gateways[0] = gateway;
          placard.url = gateway.url;
          await prometheus.watch(targetsOf(placard));
          return `standard error named ${reasons.length} reasons in one message (${reasons.map((reason) => reason.trim().split(" ")[1]).join(", ")}); corrected them`;
        },
      };
    },
  },

  PlacardNoRenderer: {
    fault: "the only renderer is killed",
    async start({ placard, prometheus }) {
      await placard.renderers[0]?.stop("SIGKILL");
      return {
        async follow() {
          placard.renderers[0] = placard.startRenderer();
          await prometheus.watch(targetsOf(placard));
          return "no renderer was running; started one";
        },
      };
    },
  },

  PlacardEventLoopLag: {
    fault: "one of two renderers gets little CPU time (stopped for 900 ms of every second)",
    options: { renderers: 2 },
    async start({ placard, prometheus }) {
      const [slow] = placard.renderers;
      const pid = slow?.pid ?? 0;
      let isOver = false;
      const throttled = (async () => {
        while (!isOver) {
          process.kill(pid, "SIGSTOP");
          await delay(900);
          process.kill(pid, "SIGCONT");
          await delay(100);
        }
      })();
      const end = async () => {
        isOver = true;
        await throttled;
      };
      return {
        async follow() {
          const { instance } = (await prometheus.firing()).get("PlacardEventLoopLag") ?? {};
          if (instance !== new URL(slow?.adminUrl ?? "").host)
            throw new Error(`the alert is about ${instance}, not about the throttled renderer`);
          await end();
          await slow?.stop();
          placard.renderers[0] = placard.startRenderer();
          await prometheus.watch(targetsOf(placard));
          return "the alert is about the throttled renderer; replaced it";
        },
        end,
      };
    },
  },

  PlacardMemory: {
    fault: "a renderer holds 1.1 GB of memory",
    options: { renderers: 0 },
    async start({ placard, prometheus }) {
      const leak = "globalThis.leak = Array.from({ length: 11 }, () => Buffer.alloc(1e8, 1));";
      const renderer = placard.startRenderer(preload(leak));
      placard.renderers.push(renderer);
      await prometheus.watch(targetsOf(placard));
      return {
        async follow() {
          await renderer.stop();
          placard.renderers[0] = placard.startRenderer();
          await prometheus.watch(targetsOf(placard));
          return "restarted the renderer";
        },
      };
    },
  },

  PlacardRestarts: {
    fault: "a renderer fails 2.5 s after each start",
    options: { renderers: 0 },
    async start({ placard, prometheus }) {
      const port = String(await findFreePort());
      const fail = 'setTimeout(() => { throw new Error("no space left for fonts"); }, 2_500);';
      let isBroken = true;
      let renderer = placard.startRenderer({ ADMIN_PORT: port, ...preload(fail) });
      const supervised = (async () => {
        while (isBroken) {
          await renderer.exited;
          await delay(500);
          if (isBroken) renderer = placard.startRenderer({ ADMIN_PORT: port, ...preload(fail) });
        }
      })();
      await prometheus.watch({ ...targetsOf(placard), "placard-renderer": [`http://127.0.0.1:${port}`] });
      const end = async () => {
        isBroken = false;
        await supervised;
      };
      return {
        async follow() {
          const { err } = await findLogLine(placard, "process failed");
          await end();
          placard.startRenderer({ ADMIN_PORT: port });
          return `the last log line before an exit says “${/** @type {Error} */ (err).message}”; removed the cause`;
        },
        end,
      };
    },
  },

  PlacardErrors: {
    fault: "the only renderer is killed while clients request cards",
    async start({ placard, prometheus }) {
      const cards = startCards(placard.url, placard.key, 2);
      await delay(2_000);
      await placard.renderers[0]?.stop("SIGKILL");
      return {
        async follow() {
          const codes = await prometheus.query(
            "topk(1, sum by (code) (rate(placard_http_errors_total[30s])))",
          );
          const others = [...(await prometheus.firing()).keys()].filter((name) => name !== "PlacardErrors");
          placard.renderers[0] = placard.startRenderer();
          await prometheus.watch(targetsOf(placard));
          return `the code is ${codes[0]?.labels["code"]}, and the alert ${others.join(", ")} names the component; followed its section`;
        },
        end: () => cards.stop(),
      };
    },
  },
};
