// The baseline of image-gets.mjs: a bare node:http server that responds with the bytes of a file from memory, or with an
// empty 304 to a request that has If-None-Match. Forked.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const bytes = readFileSync(process.argv[2]);
const server = createServer((req, res) => {
  if (req.headers["if-none-match"] === undefined) {
    res.writeHead(200, { "Content-Type": "image/png", "Content-Length": bytes.length });
    res.end(bytes);
  } else {
    res.writeHead(304);
    res.end();
  }
});
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
