import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { queuePrefix, renderQueue, type RenderJob } from "@placard/contracts";
import {
  connectRedis,
  createLogger,
  firstContact,
  parseTrustProxy,
  readGatewaySettings,
  run,
  type Running,
} from "@placard/runtime";
import { openImageStore } from "@placard/storage";
import { Queue } from "bullmq";
import type { Request, Response } from "express";
import { createApiKeys } from "./accounts/api-keys.ts";
import { createCeremonies } from "./accounts/ceremonies.ts";
import { createDecoys } from "./accounts/decoys.ts";
import { createPasskeys } from "./accounts/passkeys.ts";
import { createSessions } from "./accounts/sessions.ts";
import { createSigningKeys } from "./accounts/signing-keys.ts";
import { createUsers } from "./accounts/users.ts";
import { createApp } from "./app.ts";
import { createHttpServer } from "./http-server.ts";
import { apiKeyOf, authenticateKey } from "./middleware/authenticate-key.ts";
import { authenticateSession } from "./middleware/authenticate-session.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import { createQueueGauge } from "./renders/queue-gauge.ts";
import { createRenderRecords } from "./renders/render-records.ts";
import { createRenders } from "./renders/renders.ts";
import { createStoredImages } from "./renders/stored-images.ts";
import { batchCost } from "./routes/batch.ts";
import { ceremonyRoutes } from "./routes/ceremonies.ts";
import { consoleRoutes } from "./routes/console.ts";
import { keyRoutes } from "./routes/keys.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { signingKeyRoutes } from "./routes/signing-keys.ts";

const logger = createLogger("gateway");
const now = Date.now;
const consoleDirectory = fileURLToPath(new URL("../../console/public", import.meta.url));

async function start(): Promise<Running> {
  const settings = readGatewaySettings(process.env);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "queue", logger);
  const subscriber = connectRedis(settings.REDIS_URL, "patient", logger);
  const store = openImageStore(settings.storage);
  const queue = new Queue<RenderJob>(renderQueue, { connection: queueRedis, prefix: queuePrefix });
  queue.on("error", () => {}); // the connection logs its outages itself

  const records = createRenderRecords(commands);
  const gauge = createQueueGauge({ redis: commands, queue, limit: settings.QUEUE_LIMIT, now });
  const renders = createRenders({
    records,
    subscriber,
    queue,
    gauge,
    logger,
    now,
    newTicket: randomUUID,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
  });
  const images = createStoredImages({ store, records, requestImage: renders.requestImage, logger, now });
  const apiKeys = createApiKeys({ redis: commands, now });
  const signingKeys = createSigningKeys({ redis: commands, now });
  const users = createUsers(commands);
  const sessions = createSessions({
    redis: commands,
    now,
    newId: randomUUID,
    secrets: settings.JWT_SECRETS,
    issuer: settings.PUBLIC_URL,
    ttlSeconds: settings.SESSION_TTL,
  });
  const passkeys = createPasskeys({
    users,
    ceremonies: createCeremonies(commands),
    decoys: createDecoys(commands),
    now,
    rpId: settings.RP_ID,
    rpName: settings.RP_NAME,
    origins: settings.ORIGINS,
  });
  const guard = authenticateSession({ sessions, logger });
  const authLimit = rateLimit({
    redis: commands,
    name: "auth",
    perMinute: settings.RATE_LIMIT_AUTH,
    subject: (req) => req.ip ?? "",
  });
  const apiLimit = {
    redis: commands,
    name: "api",
    perMinute: settings.RATE_LIMIT_API,
    subject: (_req: Request, res: Response) => apiKeyOf(res).id,
  };
  const app = createApp({
    logger,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    authenticate: authenticateKey({ apiKeys, logger }),
    limit: rateLimit(apiLimit),
    batchLimit: rateLimit({ ...apiLimit, cost: batchCost }),
    peopleRoutes: {
      ...ceremonyRoutes({ passkeys, sessions, limit: authLimit, logger }),
      ...sessionRoutes({ sessions, guard, logger }),
      ...passkeyRoutes({ users, guard, logger }),
      ...keyRoutes({ apiKeys, guard, logger, now }),
      ...signingKeyRoutes({ signingKeys, guard, logger }),
      ...consoleRoutes({ directory: consoleDirectory }),
    },
    renders,
    images,
    signingKeys,
    parts: {
      redis: () => commands.ping(),
      storage: () => store.check(),
      renderer: () => gauge.checkRenderer(),
    },
    now,
  });

  await Promise.all([commands, queueRedis, subscriber].map(firstContact));
  renders.listen();
  const { server, drain } = createHttpServer(app);
  server.listen(settings.PORT, settings.HOST);
  await once(server, "listening");
  logger.info(
    { host: settings.HOST, port: settings.PORT, publicUrl: settings.PUBLIC_URL },
    "gateway is listening",
  );

  return {
    async stop() {
      await drain();
      renders.close();
      await queue.close();
      for (const connection of [commands, queueRedis, subscriber]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
