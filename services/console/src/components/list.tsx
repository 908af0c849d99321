import type { ComponentChildren } from "preact";
import { ActionButton } from "./buttons.tsx";
import { titleId } from "./focus.ts";
import { Loaded, type Loadable } from "./loaded.tsx";
import { EmptyState } from "./page.tsx";

interface ItemAction {
  label: string;
  /** What screen readers say, such as “Revoke laptop”. */
  name: string;
  run: () => Promise<unknown>;
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

/** A list of the server in a box of its own, or what to show when it is empty. */
export function LoadedList<Value>({
  from,
  empty,
  children,
}: {
  from: Loadable<readonly Value[]>;
  empty: ComponentChildren;
  children: (item: Value) => ComponentChildren;
}) {
  return (
    <Loaded from={from}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState>{empty}</EmptyState>
        ) : (
          <div class="card">
            <ItemList>{list.map((item) => children(item))}</ItemList>
          </div>
        )
      }
    </Loaded>
  );
}

export function Item({
  icon,
  title,
  badge,
  facts,
  actions = [],
  children,
}: {
  /** Before the title. */
  icon?: ComponentChildren;
  title: string;
  badge?: string | undefined;
  /** Those that are false or undefined are left out. */
  facts: readonly ComponentChildren[];
  actions?: readonly ItemAction[];
  /** Below the facts and buttons. */
  children?: ComponentChildren;
}) {
  return (
    <li class="row" tabIndex={-1}>
      <div>
        <p>
          {icon} <strong>{title}</strong> {badge && <span class="badge">{badge}</span>}
        </p>
        <Facts>{facts}</Facts>
      </div>
      {actions.length > 0 && (
        <div class="buttons">
          {actions.map(({ label, name, run }) => (
            <ActionButton look="secondary small" name={name} onAction={run}>
              {label}
            </ActionButton>
          ))}
        </div>
      )}
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
