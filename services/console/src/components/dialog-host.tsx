import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import type { OpenDialog } from "./dialogs.ts";
import { ErrorText } from "./error-text.tsx";
import { Form } from "./form.tsx";

/** Shows the open dialogs of the account. */
export function DialogHost() {
  const { dialogs } = useAccount();
  return (
    <>
      {dialogs.shown.value.map((dialog) => (
        <ModalDialog key={dialog} dialog={dialog} />
      ))}
    </>
  );
}

function ModalDialog({ dialog }: { dialog: OpenDialog }) {
  const { title, content, action, isDangerous = false, submit, settle, remove } = dialog;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const error = useSignal<unknown>();
  const isSubmitting = useRef(false);
  const controller = useMemo(() => new AbortController(), []);

  /** Resolves with the result. The browser returns the focus to the element that had it. */
  function close(result?: unknown) {
    settle(result);
    element.current?.close();
  }

  useLayoutEffect(() => {
    const { style } = document.body;
    // In place of the scrollbar that the open dialog hides: the page keeps its width, and is dimmed there.
    style.paddingRight ||= `${innerWidth - document.documentElement.clientWidth}px`;
    element.current?.showModal();
    const input = element.current?.querySelector<HTMLElement>("input:not([type=checkbox])");
    const button = element.current?.querySelector<HTMLElement>(
      isDangerous ? "[type=button]" : "[type=submit]",
    );
    (input ?? button)?.focus({ preventScroll: true });
    element.current?.scrollTo(0, 0); // a long content begins with its heading
    return () => {
      style.paddingRight = "";
      controller.abort();
      settle(undefined); // another page was opened, or the account was signed out
    };
  }, []);

  // Not method="dialog": the content security policy has form-action 'none'.
  async function run(trySubmit: () => Promise<void>) {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    error.value = undefined;
    try {
      await trySubmit();
    } catch (cause) {
      error.value = cause;
    } finally {
      isSubmitting.current = false;
    }
  }

  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onClose={() => {
        controller.abort();
        settle(undefined);
        remove();
      }}
    >
      <Form run={run} onSubmit={async (values) => close(await submit(values, controller.signal))}>
        <h2 id={id}>{title}</h2>
        {typeof content === "function" ? content(close) : content}
        <div class="dialog-error" role="alert">
          {error.value !== undefined && <ErrorText error={error.value} />}
        </div>
        <div class="buttons">
          <button type="button" class="secondary" onClick={() => close()}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? "danger" : undefined}>
            {action}
          </button>
        </div>
      </Form>
    </dialog>
  );
}
