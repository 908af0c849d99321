// At Ctrl-C under npm the signal comes twice at once: from the terminal and, forwarded, from npm.
const sameSignalMs = 500;

/**
 * The first SIGINT, SIGTERM or SIGHUP asks to stop, a later one hurries.
 * @param {() => void} stop
 * @param {() => void} hurry
 */
export function onStopSignals(stop, hurry) {
  let askedAt = Infinity;
  let hurried = false;
  const heard = () => {
    const now = performance.now();
    if (askedAt === Infinity) {
      askedAt = now;
      stop();
    } else if (now - askedAt > sameSignalMs) {
      hurried = true;
      hurry();
    }
  };
  // The terminal may be gone before this process is; then what it prints has nowhere to go, and that is no fault.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals) process.on(signal, heard);
  return {
    hurried: () => hurried,
    dispose: () => signals.forEach((signal) => process.off(signal, heard)),
  };
}
