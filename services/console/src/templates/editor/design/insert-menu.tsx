import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useAccount } from "../../../app/account.ts";
import { useConsole } from "../../../app/console.ts";
import { toLabel } from "../../../card-form/card-data.ts";
import type { Design } from "./design.ts";
import { toAssetPath } from "../asset-path.ts";
import {
  describePlace,
  entryFor,
  insertAsset,
  insertField,
  insertShape,
  insertWithField,
  newFieldKinds,
} from "./insertions.ts";
import { Menu, MenuItem } from "./menu.tsx";
import { shapes } from "./new-elements.ts";

/**
 * What can be inserted: a text, an image or a list with a new field; what is the same on all cards; and what
 * shows a field of the template.
 */
export function InsertMenu({ design }: { design: Design }) {
  const { actions, messages } = useConsole();
  const { upload } = useAccount();
  const file = useRef<HTMLInputElement>(null);
  /** Whether the image that is picked is the same on all cards. */
  const isFixed = useRef(false);
  const pickImage = (fixed: boolean) => () => {
    isFixed.current = fixed;
    file.current?.click();
  };
  const insertImage = (image: File) =>
    actions.run(async () => {
      messages.show(`Uploading ${image.name} …`);
      const { id } = await upload(image, "photo");
      messages.close();
      if (isFixed.current) insertAsset(design, toAssetPath(image.name), id);
      else insertWithField(design, "Image", `asset:${id}`);
    });
  const fields = design.fields.value;
  const names = [...fields.keys()];
  const entry = entryFor(design);
  return (
    <>
      <Menu label="Insert">
        <p>{describePlace(design)}</p>
        {entry && (
          <button
            type="button"
            class="plain"
            onClick={(event) => {
              // The menu stays open, and describes the other place.
              event.stopPropagation();
              event.currentTarget.nextElementSibling?.querySelector("button")?.focus();
              design.select(entry.repeated.parent!.path);
            }}
          >
            Insert after the list instead
          </button>
        )}
        <Group label={`New, different ${entry ? "in each entry" : "on each card"}`}>
          {newFieldKinds(design).map((kind) => (
            <MenuItem key={kind} label={kind} run={() => insertWithField(design, kind)} />
          ))}
          <MenuItem label="Image…" run={pickImage(false)} />
        </Group>
        <Group label="Same on all cards">
          {Object.keys(shapes).map((label) => (
            <MenuItem key={label} label={label} run={() => insertShape(design, label)} />
          ))}
          <MenuItem label="Fixed image…" run={pickImage(true)} />
        </Group>
        {entry && entry.parts.size > 0 && (
          <Group label={`Parts of “${toLabel(entry.list)}”`}>
            {[...entry.parts].map(([name, part]) => (
              <MenuItem
                key={name}
                label={toLabel(name.split(".").at(-1)!)}
                run={() => insertField(design, name, part)}
              />
            ))}
          </Group>
        )}
        {names.length > 0 && (
          <Group label="Your fields">
            {names.map((name) => (
              <MenuItem
                key={name}
                label={toLabel(name)}
                run={() => insertField(design, name, fields.get(name)!)}
              />
            ))}
          </Group>
        )}
      </Menu>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label="Image to insert"
        onChange={({ currentTarget }) => {
          const image = currentTarget.files?.[0];
          currentTarget.value = ""; // so that the same file can be picked again
          if (image) void insertImage(image);
        }}
      />
    </>
  );
}

function Group({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden="true">{label}</p>
      {children}
    </div>
  );
}
