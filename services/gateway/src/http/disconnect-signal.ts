import { AppError } from "@placard/contracts";
import type { Response } from "express";

/** Creates a signal that aborts if the client disconnects before it has the response. */
export function disconnectSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished)
      controller.abort(new AppError("unavailable", { message: "The client has disconnected." }));
  };
  if (res.closed) abort();
  else res.once("close", abort);
  return controller.signal;
}
