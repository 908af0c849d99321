import type { AccountImage } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";

/** Asks whether to delete an image, and deletes it. Resolves with false if the user cancels. */
export function useDeleteImage(): (image: Pick<AccountImage, "id" | "title">) => Promise<boolean> {
  const { messages } = useConsole();
  const { api, dialogs } = useAccount();
  return async ({ id, title }) => {
    const isConfirmed = await dialogs.confirm({
      title: `Delete the image “${title}”?`,
      content: (
        <p>
          Its link stops working until the same image is generated again. Pages that show it show nothing,
          once caches have expired.
        </p>
      ),
      action: "Delete image",
    });
    if (!isConfirmed) return false;
    await api.deleteImage(id);
    messages.show(`The image “${title}” was deleted.`);
    return true;
  };
}
