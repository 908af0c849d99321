import type { BrandSettings } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { focusTitle } from "../components/focus.ts";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { createDraft, readDraft, type BrandDraft } from "./brand-draft.ts";
import { BrandForm } from "./brand-form.tsx";
import { BrandPreviews, type Preview } from "./brand-previews.tsx";
import { brandName, loadBrand } from "./stored-brand.ts";

/** Where the tab keeps changes that are not saved. Signing out deletes them. */
const draftKey = "placard-draft-brand";

export function BrandPage() {
  const { messages } = useConsole();
  const { api } = useAccount();
  const draft = useSignal(createDraft());
  const previews = useSignal<readonly Preview[]>();
  const stored = useLoaded("your brand", async () => {
    const brand = await loadBrand(api);
    const kept = JSON.parse(sessionStorage.getItem(draftKey) ?? "{}") as Partial<BrandDraft>;
    draft.value = { ...createDraft(brand), ...kept };
    return { brand };
  });
  const confirmed = useConfirmed(stored);
  const saved = stored.data.value && createDraft(stored.data.value.brand);
  const isChanged = saved !== undefined && JSON.stringify(draft.value) !== JSON.stringify(saved);
  useLayoutEffect(() => {
    if (isChanged) sessionStorage.setItem(draftKey, JSON.stringify(draft.value));
    else if (saved) sessionStorage.removeItem(draftKey);
  });

  async function save() {
    const entered = draft.value;
    const brand = readDraft(entered);
    await api.putBrand(brandName, brand);
    stored.set({ brand });
    if (draft.value === entered) draft.value = createDraft(brand);
    messages.show("Your brand was saved. New images use it; images that exist keep their look.");
  }

  function discard(brand: BrandSettings | undefined) {
    draft.value = createDraft(brand);
    focusTitle(); // the button is gone
  }

  const remove = () =>
    confirmed({
      title: "Remove your brand?",
      content: "New images have the colors of their template again. Images that exist keep their look.",
      action: "Remove brand",
      run: () => api.deleteBrand(brandName),
      message: "Your brand was removed.",
    });

  return (
    <Page title="Brand">
      <p class="lead">
        Your name, colors, logo and fonts on every card. Requests use it unless they choose another one.{" "}
        <a href="docs/brands">Guide to brands</a>
      </p>
      <Loaded from={stored}>
        {({ brand }) => (
          <div class="brand-workspace">
            <BrandForm draft={draft} previews={previews.value} onSubmit={save}>
              <button type="submit">Save brand</button>
              {isChanged ? (
                <button type="button" class="secondary" onClick={() => discard(brand)}>
                  Discard changes
                </button>
              ) : (
                brand !== undefined && (
                  <ActionButton look="secondary" onAction={remove}>
                    Remove brand
                  </ActionButton>
                )
              )}
            </BrandForm>
            <BrandPreviews draft={draft} previews={previews} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
