import { signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { isUnauthorized, type Actions } from "../app/actions.ts";
import { useConsole } from "../app/console.ts";
import { ErrorText } from "./error-text.tsx";
import { focusMain } from "./focus.ts";

/** Data of the server that a page shows. */
export interface Loadable<Value> {
  /** Completes “Could not load …”. */
  name: string;
  /** Undefined until it was loaded. */
  data: ReadonlySignal<Value | undefined>;
  /** Why the last attempt failed. */
  error: ReadonlySignal<unknown>;
  /** Loads the data again. Keeps an error for `Loaded` to show. */
  load: () => Promise<void>;
  /** Loads the data again, after an action. Rejects if that fails. */
  refresh: () => Promise<void>;
  /** Replaces the data by what the page knows already. */
  set(value: Value): void;
}

/**
 * Loads data. Requests are aborted by the next one, and when unmounted.
 * @param element the data is loaded when it is scrolled into view or close to it. Default: when mounted
 */
export function useLoaded<Value>(
  name: string,
  request: (signal: AbortSignal) => Promise<Value>,
  element?: RefObject<Element | null>,
): Loadable<Value> {
  const { actions } = useConsole();
  const loadable = useMemo(() => createLoadable(name, request, actions), []);
  useEffect(() => {
    if (!element) void loadable.load();
    const stop = element && whenVisible(element.current!, () => void loadable.load());
    return () => {
      stop?.();
      loadable.abort();
    };
  }, []);
  return loadable;
}

/** Calls a function once, when an element is scrolled into view or close to it. @returns stops */
function whenVisible(element: Element, onVisible: () => void) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      onVisible();
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function createLoadable<Value>(
  name: string,
  request: (signal: AbortSignal) => Promise<Value>,
  actions: Actions,
) {
  const data = signal<Value>();
  const error = signal<unknown>();
  let current: AbortController | undefined;

  async function refresh() {
    current?.abort();
    const { signal: abortSignal } = (current = new AbortController());
    const loaded = await request(abortSignal);
    if (abortSignal.aborted) return;
    data.value = loaded;
    error.value = undefined;
  }

  async function load() {
    const loading = refresh();
    const controller = current;
    try {
      await loading;
    } catch (cause) {
      if (controller?.signal.aborted) return;
      if (isUnauthorized(cause)) actions.report(cause);
      else error.value = cause;
    }
  }

  const set = (value: Value) => void (data.value = value);
  return { name, data, error, refresh, load, set, abort: () => current?.abort() };
}

/**
 * Shows data once it is loaded. Above it, the error of the last attempt. Until then, styles hide the parts of
 * the page below it, so that nothing moves away from the pointer during a click.
 */
export function Loaded<Value>({
  from: { name, data, error, load },
  children,
}: {
  from: Loadable<Value>;
  children: (data: Value) => ComponentChildren;
}) {
  return (
    <>
      {error.value !== undefined && <LoadFailure name={name} error={error.value} load={load} />}
      {data.value === undefined && error.value === undefined && <span class="busy-bar loading" />}
      {data.value !== undefined && children(data.value)}
    </>
  );
}

/** Says that loading failed. Tries again on request, and when the browser is online again. */
export function LoadFailure({
  name,
  error,
  load,
}: {
  name: string;
  error: unknown;
  load: () => Promise<void>;
}) {
  useEffect(() => {
    const tryAgain = () => void load();
    addEventListener("online", tryAgain);
    return () => removeEventListener("online", tryAgain);
  }, []);
  const tryAgain = () => {
    focusMain(); // the button may be gone
    void load();
  };
  return (
    <div class="list-failure" role="alert">
      <p>
        <strong>Could not load {name}.</strong>
      </p>
      <ErrorText error={error} />
      <button type="button" class="secondary" onClick={tryAgain}>
        Try again
      </button>
    </div>
  );
}
