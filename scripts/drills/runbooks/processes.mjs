import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@placard/testing";
import { findLogLine, preload, repeat, startCards } from "./runbook.mjs";

export const processes = {
  PlacardNoGateway: {
    fault: "the gateway is restarted with two invalid settings",
    async follow({ placard, untilAlert }) {
      await placard.gateways[0].stop();
      const invalid = { QUEUE_LIMIT: "many", SESSION_TTL: "0" };
      const failed = await placard.startGateway(invalid).then(() => "", String);
      await untilAlert();
      const reasons = failed.match(/^ {2}- \w+/gm) ?? [];
      if (reasons.length !== 2) throw new Error(`standard error has ${reasons.length} reasons: ${failed}`);
      placard.gateways = [await placard.startGateway()];
      placard.url = placard.gateways[0].url;
      return `standard error named two reasons in one message (${reasons.join(",")}); corrected them`;
    },
  },

  PlacardNoRenderer: {
    fault: "the only renderer is killed",
    async follow({ placard, untilAlert }) {
      await placard.renderers[0].stop("SIGKILL");
      await untilAlert();
      placard.renderers = [placard.startRenderer()];
      return "no renderer was running; started one";
    },
  },

  PlacardEventLoopLag: {
    fault: "one of two renderers gets little CPU time (stopped for 900 ms of every second)",
    options: { renderers: 2 },
    async follow({ placard, untilAlert, defer }) {
      const [slow] = placard.renderers;
      const throttle = async () => {
        process.kill(slow.pid, "SIGSTOP");
        await delay(900);
        process.kill(slow.pid, "SIGCONT");
      };
      const stop = repeat(throttle, 100);
      defer(stop);
      const { instance } = await untilAlert();
      if (instance !== new URL(slow.adminUrl).host)
        throw new Error(`the alert is about ${instance}, not about the throttled renderer`);
      await stop();
      await slow.stop();
      placard.renderers[0] = placard.startRenderer();
      return "the alert is about the throttled renderer; replaced it";
    },
  },

  PlacardMemory: {
    fault: "a renderer holds 1.1 GB of memory",
    options: { renderers: 0 },
    async follow({ placard, untilAlert }) {
      const leak = "globalThis.leak = Array.from({ length: 11 }, () => Buffer.alloc(1e8, 1));";
      placard.renderers = [placard.startRenderer(preload(leak))];
      await untilAlert();
      await placard.renderers[0].stop();
      placard.renderers = [placard.startRenderer()];
      return "restarted the renderer";
    },
  },

  PlacardRestarts: {
    fault: "a renderer fails as soon as Prometheus has scraped it, each time",
    options: { renderers: 0 },
    async follow({ placard, untilAlert, defer }) {
      const ADMIN_PORT = String(await findFreePort());
      const fail = preload(`
        import { Server } from "node:http";
        const { listen } = Server.prototype;
        const fail = () => { throw new Error("no space left for fonts"); };
        Server.prototype.listen = function (...args) {
          this.once("request", (_req, res) => res.once("finish", fail));
          return listen.apply(this, args);
        };
      `);
      placard.renderers = [{ adminUrl: `http://127.0.0.1:${ADMIN_PORT}` }];
      const stop = repeat(() => placard.startRenderer({ ADMIN_PORT, ...fail }).exited, 100);
      defer(stop);
      await untilAlert();
      const { err } = await findLogLine(placard, "process failed");
      await stop();
      placard.startRenderer({ ADMIN_PORT });
      return `the last log line before an exit says “${err.message}”; removed the cause`;
    },
  },

  PlacardErrors: {
    fault: "the only renderer is killed while clients request cards",
    async follow({ placard, prometheus, untilAlert, defer }) {
      defer(startCards(placard, 2));
      await delay(2_000);
      await placard.renderers[0].stop("SIGKILL");
      await untilAlert();
      const code = await prometheus.findFastest("code", "placard_http_errors_total");
      const others = await prometheus.query('ALERTS{alertstate="firing", alertname!="PlacardErrors"}');
      const names = new Set(others.map(({ alertname }) => alertname));
      placard.renderers = [placard.startRenderer()];
      return `the code is ${code}, and the alert ${[...names].join(", ")} names the component; followed its section`;
    },
  },
};
