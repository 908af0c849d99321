// With npm, Ctrl-C delivers the signal twice: from the terminal, and forwarded by npm.
const duplicateSignalMs = 500;

/** Handles SIGINT, SIGTERM and SIGHUP: the first one stops gracefully, a later one forces the stop. */
export function onStopSignals(stop, forceStop) {
  let stoppedAt = Infinity;
  let wasForced = false;
  const handleSignal = () => {
    const now = performance.now();
    if (stoppedAt === Infinity) {
      stoppedAt = now;
      stop();
    } else if (now - stoppedAt > duplicateSignalMs) {
      wasForced = true;
      forceStop();
    }
  };
  // If the terminal is closed before this process exits, its output is lost. That is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, handleSignal);
  return {
    wasForced: () => wasForced,
    dispose: () => signals.forEach((signal) => process.off(signal, handleSignal)),
  };
}
