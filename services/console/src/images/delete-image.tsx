import type { AccountImage } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConfirmed } from "../components/use-confirmed.tsx";

/** Returns a function that asks whether to delete an image, and deletes it. */
export function useDeleteImage() {
  const { api } = useAccount();
  const confirmed = useConfirmed();
  return ({ id, title }: Pick<AccountImage, "id" | "title">) =>
    confirmed({
      title: `Delete the image “${title}”?`,
      content:
        "Its link stops working until the same image is generated again. Pages that show it show nothing, once caches have expired.",
      action: "Delete image",
      run: () => api.deleteImage(id),
      message: `The image “${title}” was deleted.`,
    });
}
