import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { titleId } from "./focus.ts";

export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="page" aria-labelledby={titleId}>
      <h1 id={titleId} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children}
    </section>
  );
}

/** A part of a page with a heading. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  const id = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Whether the window is as narrow as on a phone. */
export const isNarrow = () => matchMedia("(max-width: 60rem)").matches;

/** The name of `details` of which one at a time is open on a phone, so that the page stays short. */
export const phonePanel = () => (isNarrow() ? "phone-panel" : undefined);

/** A part of a page that is closed on a phone until it is opened. */
export function Fold({
  title,
  class: className = "",
  name,
  children,
}: {
  title: string;
  class?: string;
  name?: string | undefined;
  children: ComponentChildren;
}) {
  const [isOpen] = useState(() => !isNarrow());
  return (
    <details class={`fold ${className}`} name={name} open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

/** What a list shows in place of its items when it has none. */
export function EmptyState({ children }: { children: ComponentChildren }) {
  return <p class="hint empty">{children}</p>;
}

/** A message of the server as text and code: “`float` is not supported”. */
export function MessageText({ text }: { text: string }) {
  const parts = text.split("`");
  const isCode = (index: number) => index % 2 === 1 && index < parts.length - 1;
  return <>{parts.map((part, index) => (isCode(index) ? <code>{part}</code> : part))}</>;
}
