import { AppError } from "@placard/contracts";
import type { Response } from "express";

/** Creates a signal that aborts if the client disconnects before it has the response. */
export function disconnectSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished)
      controller.abort(new AppError("unavailable", { message: "The client has disconnected." }));
  });
  return controller.signal;
}
