// An Express server that renders with one peer, in two processes behind one port. Forked by ../product.mjs.
import cluster from "node:cluster";
import { once } from "node:events";
import express from "express";

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  const [[address]] = await Promise.all(workers.map((worker) => once(worker, "listening")));
  const pids = [process.pid, ...workers.map((worker) => worker.process.pid)];
  process.send({ url: `http://127.0.0.1:${address.port}`, pids });
} else {
  const { render } = await import(`./${process.argv[2]}.mjs`);
  const app = express().set("etag", false);
  app.post("/api/v1/og/generate", express.json(), (req, res, next) => {
    render(req.body).then((image) => res.type(req.body.options.format).send(image), next);
  });
  app.listen(0, "127.0.0.1");
}
