import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { useConsole } from "../app/console.ts";
import { ErrorText } from "./error-text.tsx";
import { focusMain } from "./focus.ts";

/** Shows the current message at the bottom of the window. Styles let it fade, unless it is an error. */
export function Toast() {
  const { messages } = useConsole();
  const toast = useRef<HTMLDivElement>(null);
  const message = messages.current.value;

  // In place of another message: it is shown as long as the first.
  useLayoutEffect(() => {
    for (const fade of toast.current?.getAnimations?.() ?? []) fade.currentTime = 0;
  }, [message]);

  function close() {
    const hadFocus = toast.current?.contains(document.activeElement);
    messages.close();
    if (hadFocus) focusMain();
  }

  return (
    <div
      ref={toast}
      class={`toast ${message?.error === undefined ? "" : "failed"}`}
      onKeyDown={({ key }) => key === "Escape" && close()}
      onAnimationEnd={messages.close}
    >
      <div id="message" role="status" aria-live="polite">
        {message?.text !== undefined && <p>{message.text}</p>}
        {message?.error !== undefined && <ErrorText error={message.error} />}
      </div>
      {message && (
        <button type="button" class="plain" aria-label="Close message" onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
