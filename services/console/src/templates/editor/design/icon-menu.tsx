import { useSignal } from "@preact/signals";
import { useAccount } from "../../../app/account.ts";
import { useConsole } from "../../../app/console.ts";
import type { Design } from "./design.ts";
import { insertAsset } from "./insertions.ts";
import { Menu } from "./menu.tsx";

/** The icons, which become SVG assets of the template. They are loaded when the menu is opened. */
export function IconMenu({ design }: { design: Design }) {
  const { actions } = useConsole();
  const { api } = useAccount();
  const loaded = useSignal<typeof import("./icons.ts") | undefined>(undefined);

  function open() {
    void actions.run(async () => {
      loaded.value = await import("./icons.ts").catch((cause: unknown) => {
        throw new Error("The icons could not be loaded. Reload the page.", { cause });
      });
    });
  }

  function insert(name: string, svg: string) {
    void actions.run(async () => {
      const { data } = await api.createAsset(new Blob([svg], { type: "image/svg+xml" }));
      design.refusal.value = insertAsset(design, `${name}.svg`, data.id);
    });
  }

  return (
    <Menu label="Icon" isDisabled={!design.selected.value} onOpen={open}>
      {loaded.value && (
        <div class="icon-grid">
          {Object.keys(loaded.value.icons).map((name) => {
            const svg = loaded.value!.toSvg(name);
            return (
              <button key={name} type="button" class="plain" title={name} onClick={() => insert(name, svg)}>
                <img
                  src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
                  alt={name}
                  width={24}
                  height={24}
                />
              </button>
            );
          })}
        </div>
      )}
    </Menu>
  );
}
