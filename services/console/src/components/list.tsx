import type { ComponentChildren } from "preact";
import { ActionButton } from "./buttons.tsx";
import { titleId } from "./focus.ts";

/** A button of an item. */
interface ItemAction {
  label: string;
  /** What screen readers say, such as “Revoke laptop”. */
  name: string;
  run: () => Promise<void>;
  /** What to do first; the button is disabled until then. */
  requirement?: string | undefined;
}

/** A list, which is named by the heading of the page by default. */
export function ItemList({
  children,
  labelledBy = titleId,
}: {
  children: ComponentChildren;
  labelledBy?: string;
}) {
  return (
    <ul class="items" aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

/** One item of a list. */
export function Item({
  title,
  badge,
  facts,
  actions = [],
  children,
}: {
  title: string;
  badge?: string | undefined;
  /** Those that are false or undefined are left out. */
  facts: readonly ComponentChildren[];
  actions?: readonly ItemAction[];
  /** Below the facts and buttons. */
  children?: ComponentChildren;
}) {
  const requirements = actions.flatMap(({ requirement }) => requirement ?? []);
  return (
    <li tabIndex={-1}>
      <div>
        <p>
          <strong>{title}</strong> {badge && <span class="badge">{badge}</span>}
        </p>
        <Facts>{facts}</Facts>
      </div>
      {actions.length > 0 && (
        <div class="buttons">
          {actions.map(({ label, name, run, requirement }) => (
            <ActionButton
              look="secondary"
              name={name}
              disabled={requirement !== undefined}
              description={requirement}
              onAction={run}
            >
              {label}
            </ActionButton>
          ))}
        </div>
      )}
      {requirements.map((text) => (
        <p class="hint requirement">{text}</p>
      ))}
      {children}
    </li>
  );
}

/** Short facts in a row. Those that are false or undefined are left out. */
export function Facts({ children }: { children: readonly ComponentChildren[] }) {
  const shown = children.filter((fact) => fact !== false && fact !== undefined);
  return (
    <p class="facts">
      {shown.map((fact) => (
        <span>{fact}</span>
      ))}
    </p>
  );
}
