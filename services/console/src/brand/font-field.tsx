import { bundledFonts } from "@placard/templates/bundled-fonts";
import { useSignal } from "@preact/signals";
import { SelectField } from "../components/fields.tsx";
import { AssetField } from "./asset-field.tsx";

const upload = "upload";
const names = bundledFonts.map(({ family }) => family);
const options = [...names.map((name) => [name, name] as const), [upload, "Your own font"] as const];

/** A field of a bundled font, or of a font file. Its value is the name or the asset ID. */
export function FontField({
  name,
  label,
  value,
  onChange,
}: {
  name: string;
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const showsUpload = useSignal(false);
  const isOwn = showsUpload.value || (value !== undefined && !names.includes(value));
  return (
    <>
      <SelectField
        name={name}
        label={label}
        options={options}
        value={isOwn ? upload : (value ?? names[0]!)}
        onText={(choice) => {
          showsUpload.value = choice === upload;
          onChange(choice === upload || choice === names[0] ? undefined : choice);
        }}
      />
      {isOwn && (
        <AssetField
          label={`${label}: font file`}
          accept=".woff2,.ttf,.otf,font/woff2,font/ttf,font/otf"
          hint="WOFF2, TTF or OTF. Without a file: Inter."
          assetId={value}
          onChange={onChange}
        />
      )}
    </>
  );
}
