import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { useConsole } from "../app/console.ts";
import { ErrorText } from "./error-text.tsx";
import { focusMain } from "./focus.ts";

/** How long a message that is no error is shown. */
const visibleMs = 4_000;
/** The duration of the fade-out in console.css. */
const fadeMs = 300;

/** Shows the current message at the bottom of the window. It does not fade while it is hovered or focused. */
export function Toast() {
  const { messages } = useConsole();
  const toast = useRef<HTMLDivElement>(null);
  const isHeld = useSignal(false);
  const isFading = useSignal(false);
  const message = messages.current.value;
  const canFade = message?.text !== undefined && !isHeld.value;

  useEffect(() => {
    isFading.value = false;
    if (!canFade) return undefined;
    const fade = setTimeout(() => (isFading.value = true), visibleMs);
    const end = setTimeout(messages.close, visibleMs + fadeMs);
    return () => [fade, end].forEach(clearTimeout);
  }, [message, canFade]);

  function close() {
    const hadFocus = toast.current?.contains(document.activeElement);
    messages.close();
    isHeld.value = false;
    if (hadFocus) focusMain();
  }

  const hold = () => (isHeld.value = true);
  const release = () => (isHeld.value = false);
  return (
    <div
      ref={toast}
      class={`toast ${message?.error === undefined ? "" : "failed"} ${isFading.value ? "fading" : ""}`}
      onKeyDown={({ key }) => key === "Escape" && close()}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
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
