import { useSignal } from "@preact/signals";
import { useAccount } from "../../../app/account.ts";
import { useConsole } from "../../../app/console.ts";
import type { Design } from "./design.ts";
import { findIcons, loadIcons, toSvg, type Icon } from "./icons.ts";
import { insertAsset } from "./insertions.ts";
import { Menu } from "./menu.tsx";

const focus = (input: HTMLInputElement | null) => input?.focus();

/** The icons, which become SVG assets of the template. They are loaded when the menu is opened. */
export function IconMenu({ design }: { design: Design }) {
  const { actions, pictures } = useConsole();
  const { upload } = useAccount();
  const icons = useSignal<readonly Icon[] | undefined>(undefined);
  const query = useSignal("");

  function open() {
    if (!icons.value) void actions.run(async () => void (icons.value = await loadIcons(pictures.icons)));
  }

  function insert(icon: Icon) {
    void actions.run(async () => {
      const { id } = await upload(new Blob([toSvg(icon)], { type: "image/svg+xml" }));
      insertAsset(design, `${icon.name}.svg`, id, "flex: none; width: 10cqmin; height: 10cqmin");
    });
  }

  const found = icons.value && findIcons(icons.value, query.value);
  return (
    <Menu label="Icon" onOpen={open}>
      {found && (
        <>
          <input
            ref={focus}
            type="search"
            aria-label="Search for icons"
            placeholder="Search, such as “money”"
            value={query.value}
            onInput={({ currentTarget }) => (query.value = currentTarget.value)}
            onClick={(event) => event.stopPropagation()}
          />
          {found.length === 0 && <p class="hint">No icon has these words.</p>}
          <div class="icon-grid">
            {found.map((icon) => (
              <button
                key={icon.name}
                type="button"
                class="plain"
                title={icon.name}
                aria-label={icon.name}
                onClick={() => insert(icon)}
              >
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                  <use href={`${pictures.icons}#${icon.name}`} />
                </svg>
              </button>
            ))}
          </div>
        </>
      )}
    </Menu>
  );
}
