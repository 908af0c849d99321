import type { AccountImage } from "@placard/client";
import { useConsole } from "../app/console.ts";

/** Saves an image as a file. @param name what screen readers say, if there are several */
export function DownloadLink({ image, name }: { image: Pick<AccountImage, "url">; name?: string }) {
  const { baseUrl } = useConsole();
  return (
    <a class="button secondary small" href={localUrlOf(baseUrl, image)} download aria-label={name}>
      Download
    </a>
  );
}

/** The address of an image below the page's own: the content security policy permits no other origin. */
export function localUrlOf(baseUrl: string, { url }: Pick<AccountImage, "url">): string {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}
