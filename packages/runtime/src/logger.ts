import { pino, type Logger } from "pino";

export type { Logger };

/** How long a log line may be buffered, in milliseconds. */
const flushIntervalMs = 100;

/**
 * Creates a logger that writes one line of JSON per event to standard output, in batches: call `flush` before the process
 * exits. Each line contains the name of the service and the process id.
 */
export function createLogger(service: "gateway" | "renderer"): Logger {
  const output = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: flushIntervalMs });
  return pino(
    {
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    output,
  );
}

/**
 * Serializes an error as pino does, but without the Redis commands of the error and its causes, whose arguments may be
 * passwords or tokens.
 */
function serializeError(error: Error): object {
  return withoutCommands(pino.stdSerializers.err(error));
}

function withoutCommands(error: object): object {
  const { command: _command, ...rest } = error as Record<string, unknown>;
  const entries = Object.entries(rest).map(([name, value]) => {
    const isCause = typeof value === "object" && value !== null && "message" in value; // a cluster's lastNodeError
    return [name, isCause ? withoutCommands(value) : value] as const;
  });
  return Object.fromEntries(entries);
}
