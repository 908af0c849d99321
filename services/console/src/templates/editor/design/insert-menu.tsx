import type { Design } from "./design.ts";
import { insertField, insertHtml, insertWithField, shapes } from "./insertions.ts";
import { Menu, MenuItem } from "./menu.tsx";

/** What can be inserted: shapes, what shows a field of the template, and an image or a list with a new field. */
export function InsertMenu({ design }: { design: Design }) {
  const insert = (run: () => string | undefined) => () => (design.refusal.value = run());
  return (
    <Menu label="Insert">
      {Object.entries(shapes).map(([label, html]) => (
        <MenuItem key={label} label={label} run={insert(() => insertHtml(design, html))} />
      ))}
      <MenuItem label="Image" run={insert(() => insertWithField(design, "image"))} />
      <MenuItem label="Repeated list" run={insert(() => insertWithField(design, "items"))} />
      {[...design.fields.value].map(([name, field]) => (
        <MenuItem
          key={`field ${name}`}
          label={`Field: ${name}`}
          run={insert(() => insertField(design, name, field))}
        />
      ))}
    </Menu>
  );
}
