import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { finished } from "node:stream/promises";
import { connectionFailed, SafeFetchError } from "./errors.ts";

/** A URL, and the addresses of its host that have been checked. */
interface Target {
  url: URL;
  addresses: readonly string[];
}

/** Informational responses (RFC 9110, section 15.2) accepted before the final one. */
const maxInformationalResponses = 8;

/** Each chunk costs microseconds on the main thread: a body sent byte by byte would block it for seconds. */
const maxChunks = 32_768;

/** How long a request may take, in ms, and what ends it before that. */
export interface TimeLimit {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a request with a signal that ends it. Rejects with SafeFetchError `timeout`, or with the reason of the
 * caller's signal.
 */
export async function withTimeLimit<T>(
  { timeoutMs, signal }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not AbortSignal.any: on Node 20, a long-lived signal keeps every signal derived from it in memory.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    return await run(controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (!controller.signal.aborted) throw cause;
    throw new SafeFetchError("timeout", `the request took more than ${timeoutMs} ms`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

interface RequestOptions {
  signal: AbortSignal;
  headers: Readonly<Record<string, string>>;
  /** Makes it a POST request. */
  body: string | undefined;
}

/**
 * Sends one GET or POST request and resolves with the response's head; redirects are left to the caller. It
 * connects only to the given addresses, over a new connection that the signal destroys. Rejects with
 * SafeFetchError.
 */
export function requestOnce(
  { url, addresses }: Target,
  { signal, headers, body }: RequestOptions,
): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: body === undefined ? "GET" : "POST",
      agent: false, // a connection kept alive would bypass the address check
      lookup: lookupFrom(addresses),
      signal,
      headers: { "user-agent": "Placard", ...headers, "accept-encoding": "identity" },
    });
    const fail = (error: Error) => {
      reject(connectionFailed(error)); // immediately: the final response may be in the same packet
      outgoing.destroy(); // without the error: after an upgrade, nothing listens to the socket's errors
    };
    let informationalResponses = 0;
    outgoing.on("information", () => {
      if (++informationalResponses > maxInformationalResponses)
        fail(new Error("too many informational responses"));
    });
    outgoing.on("upgrade", () => fail(new Error("the server switched protocols")));
    outgoing.on("response", resolve);
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

/** A lookup that returns addresses already resolved. Node skips it for IP addresses. */
function lookupFrom(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = entries;
    if (all || !first) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}

interface ReadOptions {
  maxBytes: number;
  /** Whether a larger body is cut off instead of rejected. */
  isTruncating: boolean;
  /** Called with the size of each chunk before it is stored. May throw. */
  onChunk: ((bytes: number) => void) | undefined;
}

/**
 * Reads a response's body. Rejects with SafeFetchError if the body exceeds `maxBytes`, has too many chunks or
 * breaks off, and with whatever `onChunk` throws.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, isTruncating, onChunk }: ReadOptions,
): Promise<Buffer> {
  const tooLarge = () =>
    new SafeFetchError("body_too_large", `response body exceeds ${maxBytes} bytes`, { limit: maxBytes });
  if (!isTruncating && Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let rejection: { error: unknown } | undefined;
  let isTruncated = false;
  // An async iterator would join chunks: the cost is in each chunk that the HTTP parser finds.
  response.on("data", (received: Buffer) => {
    if (response.destroyed) return; // chunks that had already arrived
    const chunk = isTruncating ? received.subarray(0, maxBytes - bytes) : received;
    bytes += chunk.length;
    try {
      if (bytes > maxBytes) throw tooLarge();
      if (chunks.length >= maxChunks)
        throw new SafeFetchError("body_too_large", `response body exceeds ${maxChunks} chunks`, {
          limit: maxBytes,
        });
      onChunk?.(chunk.length);
      chunks.push(chunk);
      isTruncated = chunk.length < received.length;
      if (isTruncated) response.destroy();
    } catch (error) {
      rejection = { error };
      response.destroy();
    }
  });
  const failure = await finished(response).then(
    () => rejection,
    (error: unknown) => rejection ?? (isTruncated ? undefined : { error: connectionFailed(error) }),
  );
  if (failure) throw failure.error;
  return Buffer.concat(chunks, bytes);
}
