import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { exportHealthChecks, listen, startParts, type Logger, type RunningProcess } from "@placard/runtime";
import { startAdmin } from "./admin.ts";
import { createApp } from "./app.ts";
import { createFeatures } from "./features.ts";
import { createHttpServer } from "./http/server.ts";
import { exportQueues } from "./metrics/gateway-metrics.ts";
import { openPlatform } from "./platform.ts";

/** Starts a gateway with the settings in `env`. Rejects with StartError. */
export function startGateway(env: NodeJS.ProcessEnv, logger: Logger): Promise<RunningProcess> {
  return startParts(async (onStop) => {
    const { platform, registry, tracer, connect } = await openPlatform(env, logger, onStop);
    const { settings, metrics, queues } = platform;
    let isStopping = false;
    const features = await createFeatures(platform, {
      isStopping: () => isStopping,
      consoleDirectory: fileURLToPath(new URL("../../console/dist/public", import.meta.url)),
    });
    const { healthChecks } = features;
    exportHealthChecks(registry, healthChecks);
    exportQueues(registry, queues.all);
    const admin = await startAdmin(platform, registry, healthChecks.redis);
    onStop(admin.close);
    await connect();
    for (const feature of features.all) {
      await feature.start?.();
      onStop(() => feature.stop?.());
    }
    const { server, drain } = createHttpServer({
      app: createApp(platform, features, tracer),
      logger,
      metrics,
      maxConnections: settings.MAX_CONNECTIONS,
      maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
    });
    const { PORT: port, HOST: host } = settings;
    await listen(server, { port, host, portSetting: "PORT", hostSetting: "HOST" });
    onStop(async () => {
      isStopping = true;
      await delay(settings.DRAIN_DELAY_MS); // until load balancers have seen that this gateway is not ready
      await drain();
    });
    logger.info({ host, port, publicUrl: settings.PUBLIC_URL }, "gateway listening");
    return settings.stopTimeoutMs;
  });
}
