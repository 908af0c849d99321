// The baseline of cache-hits.mjs and sessions.mjs: a bare node:http server with one Redis GET per request. Forked by wrk.mjs.
import { createServer } from "node:http";
import { Redis } from "ioredis";

const [url, key] = process.argv.slice(2);
const redis = new Redis(url, { enableAutoPipelining: true });
const server = createServer((_req, res) => {
  void redis.get(key).then((json) => {
    res.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(json) });
    res.end(json);
  });
});
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
