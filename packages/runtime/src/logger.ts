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

/** An error as pino writes it, less the Redis command it came of: its arguments may be a password or a token. */
function describeError(error: Error): object {
  const { command: _private, ...described } = pino.stdSerializers.err(error) as { command?: unknown };
  return described;
}
