import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy that makes a server hang for one test, while other tests use the same server. */
export interface PausableProxy {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Stops forwarding in both directions; the proxy still accepts connections and bytes. */
  pause: () => void;
  /** Forwards again, including the bytes that arrived during the pause. */
  resume: () => void;
  stop: () => Promise<void>;
}

export async function startPausableProxy(serverUrl: string): Promise<PausableProxy> {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isPaused = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => to.write(bytes));
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
    if (isPaused) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(serverPort), host: hostname, allowHalfOpen: true });
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
