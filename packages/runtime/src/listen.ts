import { once } from "node:events";
import type { Server } from "node:net";
import { StartError } from "./start-error.ts";

/** Where to listen, and the settings that say so. */
export interface ListenAddress {
  port: number;
  host: string;
  /** Named to whoever has to mend it: "PORT". */
  portSetting: string;
  hostSetting: string;
}

/** Resolves once a server listens. Throws StartError where it can't. */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  const { port, host, portSetting, hostSetting } = address;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use. Stop what listens there, or choose another ${portSetting}.`
        : `Placard can't listen on port ${port} of ${host} (${code}). Choose another ${portSetting} or ${hostSetting}.`,
      { cause: error },
    );
  }
}
