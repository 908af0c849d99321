// Requests per second of one hot image at one gateway, with and without If-None-Match. Relative to a bare
// node:http server with the same bytes in memory. Needs wrk.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient } from "./client.mjs";
import { startProcess } from "./processes.mjs";
import { report } from "./report.mjs";
import { compare } from "./wrk.mjs";

const placard = await startPlacard({ keepLogs: false });
const { data } = JSON.parse(await createClient(placard)(requestBody(0, "png")));
const path = new URL(data.url).pathname;
const response = await fetch(placard.url + path);
const file = join(placard.directory, "image.png");
await writeFile(file, Buffer.from(await response.arrayBuffer()));
const baseline = await startProcess("baseline-server.mjs", "file", file);

const servers = { baseline: baseline.ready, gateway: placard.url };
const request = { directory: placard.directory, method: "GET", path };
const full = await compare(servers, request);
report({
  name: "GET of a hot image relative to bare node:http from memory",
  value: full["gateway"],
  goal: { atLeast: 0.3 },
});
const notModified = await compare(servers, {
  ...request,
  headers: { "If-None-Match": response.headers.get("etag") },
});
report({
  name: "GET of a hot image with If-None-Match relative to bare node:http with an empty 304",
  value: notModified["gateway"],
  goal: { atLeast: 0.3 },
});
baseline.stop();
await placard.stop();
process.exit(0);
