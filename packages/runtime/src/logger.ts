import { pino, type DestinationStream, type Logger } from "pino";
import { prettyFactory } from "pino-pretty";

export type { Logger };

/** How long a log line may be buffered, in milliseconds. */
const flushIntervalMs = 100;

/** How many bytes of log lines may be buffered: a process that is killed loses them. */
const bufferLength = 8 * 1024;

/** Redis commands in errors, also of a cluster's nodes: arguments may be passwords or tokens. */
const commands = ["err.command", "err.*.command", "err.aggregateErrors[*].command"];

/**
 * Creates a logger that writes one line per event to standard output: a readable one on a terminal, otherwise
 * JSON, in batches. Lines in the buffer are written when the process exits. Each line contains the service
 * and the process id.
 * @param output receives the lines of JSON instead
 */
export function createLogger(
  service: "gateway" | "renderer",
  output: DestinationStream = createStandardOutput(),
): Logger {
  return pino(
    {
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: commands, remove: true },
    },
    output,
  );
}

function createStandardOutput(): DestinationStream {
  if (process.stdout.isTTY) return createTerminalOutput();
  // Asynchronous writes could be repeated when a process exits while one is in progress.
  const options = { sync: true, minLength: bufferLength, periodicFlush: flushIntervalMs };
  const output = pino.destination({ dest: 1, ...options });
  process.on("exit", () => output.flushSync());
  return output;
}

/**
 * Writes events as lines for people: time, level, service, message, fields. Colored unless NO_COLOR is set.
 */
function createTerminalOutput(): DestinationStream {
  const format = prettyFactory({
    translateTime: "SYS:HH:MM:ss.l",
    messageFormat: "{service}: {msg}",
    ignore: "service,pid",
    singleLine: true,
  });
  return { write: (line) => void process.stdout.write(format(line)) };
}
