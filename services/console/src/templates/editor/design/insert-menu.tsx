import { useRef } from "preact/hooks";
import { useAccount } from "../../../app/account.ts";
import { useConsole } from "../../../app/console.ts";
import type { Design } from "./design.ts";
import { insertField, insertHtml, insertWithField, shapes } from "./insertions.ts";
import { Menu, MenuItem } from "./menu.tsx";

/** What can be inserted: shapes, what shows a field of the template, and an image or a list with a new field. */
export function InsertMenu({ design }: { design: Design }) {
  const { actions } = useConsole();
  const { api } = useAccount();
  const file = useRef<HTMLInputElement>(null);
  const insertImage = (image: File) =>
    actions.run(async () => {
      const { data } = await api.createAsset(image);
      design.refusal.value = insertWithField(design, "image", `asset:${data.id}`);
    });
  const insert = (run: () => string | undefined) => () => (design.refusal.value = run());
  return (
    <>
      <Menu label="Insert">
        {Object.entries(shapes).map(([label, html]) => (
          <MenuItem key={label} label={label} run={insert(() => insertHtml(design, html))} />
        ))}
        <MenuItem label="Text with a field" run={insert(() => insertWithField(design, "text", "Text"))} />
        <MenuItem label="Image…" run={() => file.current?.click()} />
        <MenuItem
          label="Repeated list"
          run={insert(() => insertWithField(design, "items", ["First", "Second", "Third"]))}
        />
        {[...design.fields.value].map(([name, field]) => (
          <MenuItem
            key={`field ${name}`}
            label={`Field: ${name}`}
            run={insert(() => insertField(design, name, field))}
          />
        ))}
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
