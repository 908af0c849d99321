import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { addressBlock } from "./client-address.ts";

/** The requests of one connection that are processed at a time. Later ones wait for a response. */
const maxActiveRequests = 2;

/** The pipelined requests of one connection that may wait. A client that sends more is disconnected. */
const maxWaitingRequests = 32;

/**
 * Why a connection was closed. `limit`: too many connections; `address_limit`: too many of the client's
 * address; `pipelining`: too many unanswered requests; `stalled`: the client did not read its response;
 * `unsent_bytes`: all clients together left too many bytes unread.
 */
export const closeReasons = ["limit", "address_limit", "pipelining", "stalled", "unsent_bytes"] as const;
export type CloseReason = (typeof closeReasons)[number];

interface Connection {
  /** The responses that are not sent completely. Node doesn't count responses whose bytes are in transit. */
  unfinished: Set<ServerResponse>;
  /** The handlers of the last of these responses, whose processing has not started. */
  waiting: (() => void)[];
  hasResponded: boolean;
  /** When the oldest of the unfinished responses became it, in ms of `performance.now()`. */
  busySince: number;
}

interface Options {
  /** Connections per client address; 0 turns the limit off. */
  maxPerAddress: number;
  /** Bytes of responses, of all connections together, that clients have not read yet. */
  maxUnsentBytes: number;
  /** Called when a connection is closed because of its client. */
  onForcedClose: (reason: CloseReason, address: string | undefined) => void;
}

/**
 * Tracks the connections of a server, and bounds what each of them may hold. HTTP/1.1 clients may send
 * requests without waiting for responses (RFC 9112, clause 9.3.2). A client that reads nothing could fill the
 * memory with responses.
 */
export function createConnections({ maxPerAddress, maxUnsentBytes, onForcedClose }: Options) {
  const connections = new Map<Socket, Connection>();
  const countByAddress = new Map<string, number>();
  let isDraining = false;

  function forceClose(socket: Socket, reason: CloseReason): void {
    onForcedClose(reason, socket.remoteAddress);
    socket.destroy();
  }

  /** Counts a connection of an address. Returns false if the address has too many already. */
  function countAddress(socket: Socket): boolean {
    if (maxPerAddress === 0) return true;
    const address = addressBlock(socket.remoteAddress ?? "");
    const count = countByAddress.get(address) ?? 0;
    if (count >= maxPerAddress) return false;
    countByAddress.set(address, count + 1);
    socket.once("close", () => {
      const left = countByAddress.get(address)! - 1;
      if (left === 0) countByAddress.delete(address);
      else countByAddress.set(address, left);
    });
    return true;
  }

  function finish(socket: Socket, connection: Connection, res: ServerResponse): void {
    const { unfinished, waiting } = connection;
    unfinished.delete(res);
    connection.hasResponded = true;
    connection.busySince = performance.now();
    if (socket.destroyed) return;
    if (isDraining && unfinished.size === 0) closeConnection(socket);
    const handle = waiting.shift();
    if (handle && waiting.length === 0) socket.resume();
    handle?.();
  }

  return {
    /** The number of open connections. */
    count: () => connections.size,

    /** Adds a new connection, or closes it if its address has too many. */
    add(socket: Socket): void {
      if (!countAddress(socket)) {
        forceClose(socket, "address_limit");
        return;
      }
      const connection: Connection = {
        unfinished: new Set(),
        waiting: [],
        hasResponded: false,
        busySince: 0,
      };
      connections.set(socket, connection);
      socket.once("close", () => connections.delete(socket));
      socket.on("resume", () => {
        if (connection.waiting.length > 0) socket.pause(); // Node resumes it when it reads a request's body
      });
    },

    /**
     * Tracks a request until its response has been sent. Calls `handle` at once, or when enough earlier
     * responses have been sent. Until then nothing more is read from the connection. The requests that have
     * already been read with this one arrive nevertheless; if they are too many, the connection is closed.
     */
    receive(socket: Socket, res: ServerResponse, handle: () => void): void {
      const connection = connections.get(socket);
      if (!connection || socket.destroyed) return;
      const { unfinished, waiting } = connection;
      if (unfinished.size === 0) connection.busySince = performance.now();
      unfinished.add(res);
      res.on("close", () => finish(socket, connection, res));
      if (isDraining) res.setHeader("Connection", "close");
      if (unfinished.size - waiting.length <= maxActiveRequests) {
        handle();
        return;
      }
      if (waiting.length === maxWaitingRequests) {
        connections.delete(socket);
        forceClose(socket, "pipelining");
        return;
      }
      waiting.push(handle);
      if (waiting.length === 1) socket.pause();
    },

    /**
     * Handles a connection on which nothing happened for the server's timeout. Closes it if its client
     * doesn't read, or if it is idle after a response.
     */
    handleTimeout(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection || socket.writableLength > 0) forceClose(socket, "stalled");
      else if (connection.unfinished.size === 0 && connection.hasResponded) socket.destroy();
    },

    /**
     * If all unsent bytes exceed the maximum, closes the slowest connections until a quarter of it is free.
     */
    limitUnsentBytes(): void {
      const unread = Array.from(connections.entries()).filter(([socket]) => socket.writableLength > 0);
      let unsent = unread.reduce((total, [socket]) => total + socket.writableLength, 0);
      if (unsent <= maxUnsentBytes) return;
      for (const [socket] of unread.toSorted(([, a], [, b]) => a.busySince - b.busySince)) {
        if (unsent <= 0.75 * maxUnsentBytes) return;
        unsent -= socket.writableLength;
        forceClose(socket, "unsent_bytes");
      }
    },

    /** Asks clients to close their connections: each is closed after its response. */
    startDraining(): void {
      isDraining = true;
      for (const { unfinished } of connections.values())
        for (const res of unfinished) if (!res.headersSent) res.setHeader("Connection", "close");
    },

    /** Closes the connections that have no unfinished response. */
    closeIdle(): void {
      for (const [socket, { unfinished }] of connections) if (unfinished.size === 0) closeConnection(socket);
    },
  };
}

/** Closes a connection when all written bytes have been sent. */
function closeConnection(socket: Duplex): void {
  socket.end(() => socket.destroy());
}
