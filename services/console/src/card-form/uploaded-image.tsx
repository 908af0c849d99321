import { useAccount } from "../app/account.ts";

const prefix = "asset:";

/** Whether the text of a field stands for an uploaded image. */
export const isUploaded = (value: string) => value.startsWith(prefix);

/** The uploaded image of a field with its name. @param control attributes of the name */
export function UploadedImage({ value, control }: { value: string; control?: object }) {
  const { assetUrl } = useAccount();
  return (
    <>
      <img class="uploaded-image" src={assetUrl(value.slice(prefix.length))} alt="" />
      <span {...control}>Uploaded image</span>
    </>
  );
}
