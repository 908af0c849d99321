// The gateway of bare-service.mjs. Forked by it.
import { createServer } from "node:http";
import { createRequire } from "node:module";

/** The version that gateways use. */
const { Queue, QueueEvents } = createRequire(new URL("../services/gateway/", import.meta.url))("bullmq");
const connection = { url: process.argv[2], maxRetriesPerRequest: null };
const queue = new Queue("bare", { connection, defaultJobOptions: { removeOnComplete: true } });
queue.setMaxListeners(100); // each job that is awaited adds one
const events = new QueueEvents("bare", { connection });
await events.waitUntilReady();

const server = createServer(async (req, res) => {
  let text = "";
  for await (const chunk of req) text += chunk;
  const job = await queue.add("render", JSON.parse(text));
  const json = JSON.stringify(await job.waitUntilFinished(events));
  res.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json) });
  res.end(json);
});
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
