import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";

/** A URL and the addresses of its host, which have been checked. */
export interface Target {
  url: URL;
  addresses: readonly string[];
}

/** Informational responses (RFC 9110, section 15.2) after which a server is taken to be up to something. */
const mostInformational = 8;

/**
 * Asks for a URL once and resolves with the response's head; redirects are the caller's. It connects to the addresses
 * given and no others, over a connection of its own that the signal destroys. Rejects with Node's errors.
 */
export function requestOnce({ url, addresses }: Target, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent: false, // kept connections would skip the check
      lookup: answering(addresses),
      signal,
      headers: {
        accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
        "accept-encoding": "identity",
        "user-agent": "Placard",
      },
    });
    let informational = 0;
    outgoing.on("information", () => {
      if (++informational > mostInformational)
        outgoing.destroy(new Error("too many informational responses"));
    });
    outgoing.on("upgrade", () => outgoing.destroy(new Error("the server wants another protocol")));
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** A look-up that knows the answer. It is not called for hosts that are addresses: those are what they say. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
