import type { AccountImage } from "@placard/client";
import { useConsole } from "../app/console.ts";
import type { ButtonLook } from "../components/buttons.tsx";

/** Saves an image as a file. @param name what screen readers say, if there are several */
export function DownloadLink({
  image,
  name,
  look = "secondary",
}: {
  image: Pick<AccountImage, "url">;
  name?: string;
  look?: ButtonLook;
}) {
  const { baseUrl } = useConsole();
  return (
    <a class={`button ${look}`} href={localUrlOf(baseUrl, image)} download aria-label={name}>
      Download
    </a>
  );
}

/** The address of an image below the page's own: the content security policy permits no other origin. */
export function localUrlOf(baseUrl: string, { url }: Pick<AccountImage, "url">): string {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}
