// A bare node:http server. `file PATH` responds with a PNG from memory, or with an empty 304 to
// If-None-Match. `redis URL KEY` responds with the result of one Redis GET per request.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Redis } from "ioredis";

const [kind, source, key] = process.argv.slice(2);

function serveFile() {
  const bytes = readFileSync(source);
  return (req, res) => {
    if (req.headers["if-none-match"] !== undefined) res.writeHead(304).end();
    else res.writeHead(200, { "Content-Type": "image/png", "Content-Length": bytes.length }).end(bytes);
  };
}

function serveRedisKey() {
  const redis = new Redis(source, { enableAutoPipelining: true });
  return (_req, res) => {
    void redis.get(key).then((json) => {
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json) };
      res.writeHead(200, headers).end(json);
    });
  };
}

const server = createServer(kind === "file" ? serveFile() : serveRedisKey());
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
