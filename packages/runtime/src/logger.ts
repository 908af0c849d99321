import { pino, type Logger } from "pino";

export type { Logger };

/** How long a line may wait to be written together with others, in ms. */
const flushEveryMs = 100;

/**
 * A logger that writes a JSON line an event to standard output, in batches: `flush` before the process ends. Each line
 * names the process and its pid.
 */
export function createLogger(service: "gateway" | "renderer"): Logger {
  const lines = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: flushEveryMs });
  return pino(
    {
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    lines,
  );
}

/**
 * An error as pino writes it, less the Redis commands that it and its causes came of: their arguments may be a password
 * or a token.
 */
function describeError(error: Error): object {
  return withoutCommands(pino.stdSerializers.err(error));
}

function withoutCommands(error: object): object {
  const { command: _private, ...described } = error as Record<string, unknown>;
  const entries = Object.entries(described).map(([name, value]) => {
    const isCause = typeof value === "object" && value !== null && "message" in value; // a cluster's last node error
    return [name, isCause ? withoutCommands(value) : value] as const;
  });
  return Object.fromEntries(entries);
}
