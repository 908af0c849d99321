import type { ComponentChildren } from "preact";
import { CopyButton } from "../components/buttons.tsx";

/** A URL that can be selected, copied and opened. @param what names it, such as “image URL” */
export function UrlResult({
  id,
  url,
  what,
  copyLabel,
  children,
}: {
  id: string;
  url: string;
  what: string;
  copyLabel: string;
  /** More buttons. */
  children?: ComponentChildren;
}) {
  return (
    <>
      <input
        id={id}
        readOnly
        aria-label={what.charAt(0).toUpperCase() + what.slice(1)}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="buttons">
        <CopyButton text={url} what={what}>
          {copyLabel}
        </CopyButton>
        <a class="button secondary" target="_blank" rel="noopener" href={url}>
          Open
        </a>
        {children}
      </div>
    </>
  );
}
