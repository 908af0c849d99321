import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A server that webhooks call, on 127.0.0.1. */
export interface WebhookReceiver {
  /** `http://127.0.0.1:port` */
  url: string;
  /** The requests to a path so far, in order. */
  requestsTo: (path: string) => ReceivedWebhook[];
  stop: () => Promise<void>;
}

export type WebhookResponse = { status: number; headers?: OutgoingHttpHeaders } | "none";

/** Starts a receiver. `respond` gets each request, and the number of earlier ones to its path. */
export async function startWebhookReceiver(
  respond: (path: string, earlier: number) => WebhookResponse = () => ({ status: 204 }),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const requestsTo = (path: string) => received.filter((each) => each.path === path);
  const listener = async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const path = req.url ?? "";
    const response = respond(path, requestsTo(path).length);
    received.push({
      path,
      headers: req.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    });
    if (response !== "none") res.writeHead(response.status, response.headers).end();
  };
  const server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestsTo,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
