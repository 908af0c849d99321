/** The result of a check. The message is one line: what was found and, unless ok, how to fix it. */
export interface Finding {
  status: "ok" | "warning" | "failed";
  message: string;
}

/** Nothing to fix. */
export function ok(message: string): Finding {
  return { status: "ok", message };
}

/** Placard works, but something should be fixed. */
export function warning(message: string): Finding {
  return { status: "warning", message };
}

/** Placard does not work, or loses data. */
export function failed(message: string): Finding {
  return { status: "failed", message };
}
