import { pino, type DestinationStream, type Logger } from "pino";
import { prettyFactory } from "pino-pretty";

export type { Logger };

/** How long a log line may be buffered, in milliseconds. */
const flushIntervalMs = 100;

/** How many characters of log lines may be buffered: a process that is killed loses them. */
const bufferLength = 8 * 1024;

/**
 * Creates a logger that writes one line per event to standard output: on a terminal a readable one, otherwise one of JSON, in
 * batches: call `flush` before the process exits. Each line contains the name of the service and the process id.
 */
export function createLogger(service: "gateway" | "renderer"): Logger {
  const output = process.stdout.isTTY ? createTerminalOutput() : createBufferedOutput();
  return pino(
    {
      base: { service, pid: process.pid },
      timestamp: createTimestamp(),
      serializers: { err: serializeError },
    },
    output,
  );
}

/** Writes one kind of event. `fields` is JSON without the braces. */
export type WriteEvent = (level: "debug" | "info", fields: string) => void;

/**
 * Creates a function that writes lines of a logger with one message, whose fields have been serialized already. For the events of every
 * request: pino takes three times as long for their fields.
 */
export function createEventWriter(logger: Logger, message: string): WriteEvent {
  const internals = logger as unknown as Record<symbol, unknown>;
  const base = internals[pino.symbols.chindingsSym] as string;
  const output = internals[pino.symbols.streamSym] as DestinationStream;
  const formatTime = internals[pino.symbols.timeSym] as () => string;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  const { debug, info } = logger.levels.values as Record<"debug" | "info", number>;
  return (level, fields) => {
    if (!logger.isLevelEnabled(level)) return;
    output.write(`{"level":${level === "info" ? info : debug}${formatTime()}${base},${fields}${end}`);
  };
}

/** Creates a function that formats the current time for a line. Lines of one millisecond share its text. */
function createTimestamp(): () => string {
  let time = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== time) {
      time = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/**
 * Writes lines in batches. pino's destination could do so, too, but it counts the bytes of its whole buffer again with every line,
 * which takes as long as creating the line.
 */
function createBufferedOutput(): DestinationStream & { flush: () => void } {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = "";
  function flush(): void {
    if (lines !== "") output.write(lines);
    lines = "";
  }
  setInterval(flush, flushIntervalMs).unref();
  return {
    write(line) {
      lines += line;
      if (lines.length >= bufferLength) flush();
    },
    flush,
  };
}

/** Writes events as lines for people: time, level, service, message and fields, in color unless NO_COLOR is set. */
function createTerminalOutput(): DestinationStream {
  const format = prettyFactory({
    translateTime: "SYS:HH:MM:ss.l",
    messageFormat: "{service}: {msg}",
    ignore: "service,pid",
    singleLine: true,
  });
  return { write: (line) => void process.stdout.write(format(line)) };
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
