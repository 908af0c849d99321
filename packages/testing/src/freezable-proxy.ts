import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy in front of a server that other tests use too, which makes that server hang for this test alone. */
export interface FreezableProxy {
  /** `http://127.0.0.1:port` */
  url: string;
  /** From now on the proxy accepts connections and bytes, and forwards none in either direction. */
  freeze: () => void;
  /** Forwards again, including the bytes that arrived meanwhile. */
  thaw: () => void;
  stop: () => Promise<void>;
}

/** Starts a proxy in front of a server on loopback, on a port of its own. */
export async function startFreezableProxy(serverUrl: string): Promise<FreezableProxy> {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => to.write(bytes));
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
    if (isFrozen) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(serverPort), host: hostname, allowHalfOpen: true });
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
