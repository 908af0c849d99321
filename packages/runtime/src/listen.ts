import { once } from "node:events";
import type { Server } from "node:net";
import { StartError } from "./run.ts";

/** Where to listen, and the settings that determine it. */
export interface ListenAddress {
  port: number;
  host: string;
  /** For error messages: "PORT". */
  portSetting: string;
  /** For error messages: "HOST". */
  hostSetting: string;
}

/** The host for URLs of a server on this machine, by the address that it listens on. */
export function hostInUrl(listenHost: string): string {
  const host = listenHost === "0.0.0.0" ? "127.0.0.1" : listenHost === "::" ? "::1" : listenHost;
  return host.includes(":") ? `[${host}]` : host;
}

/** Resolves once the server listens. Throws StartError if it cannot. */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  const { port, host, portSetting, hostSetting } = address;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use. Stop the process that uses it, or set another ${portSetting}.`
        : `Placard cannot listen on port ${port} of ${host} (${code}). Set another ${portSetting} or ${hostSetting}.`,
      { cause: error },
    );
  }
}
