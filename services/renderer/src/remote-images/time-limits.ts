import { ImageUnavailableError } from "./image-unavailable.ts";

/**
 * Bounds work in time. Timers and controllers of our own: Node 20 may lose a timeout that only a composed AbortSignal
 * refers to, and a signal that outlives those composed of it gathers them.
 */
export function createTimeLimits() {
  const underWay = new Set<AbortController>();

  return {
    /**
     * Ends as `work` does, or after `ms` at the latest: then its signal is aborted, and what it comes to is nobody's
     * concern. Rejects with ImageUnavailableError when time is up.
     */
    async within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const controller = new AbortController();
      const { signal } = controller;
      underWay.add(controller);
      const timer = setTimeout(() => {
        controller.abort(new ImageUnavailableError(`it took more than ${ms} ms`));
      }, ms);
      try {
        return await Promise.race([work(signal), aborted(signal)]);
      } catch (error) {
        throw signal.aborted ? signal.reason : error; // else an AbortError that doesn't say why
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },

    /** Aborts all that is under way. */
    stop(): void {
      for (const controller of underWay) controller.abort(new ImageUnavailableError("the renderer stops"));
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
