import type { BrandSettings } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { createDraft, readDraft } from "./brand-draft.ts";
import { BrandForm } from "./brand-form.tsx";
import { BrandPreviews } from "./brand-previews.tsx";
import { brandName, loadBrand } from "./stored-brand.ts";

export function BrandPage() {
  const { messages } = useConsole();
  const { api } = useAccount();
  const stored = useLoaded("your brand", async () => ({ brand: await loadBrand(api) }));
  const confirmed = useConfirmed(stored);

  async function save(brand: BrandSettings) {
    await api.putBrand(brandName, brand);
    stored.set({ brand });
    messages.show("Your brand was saved. New images use it; images that exist keep their look.");
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
          <BrandEditor
            key={brand === undefined ? "none" : "stored"}
            brand={brand}
            onSave={save}
            onRemove={remove}
          />
        )}
      </Loaded>
    </Page>
  );
}

function BrandEditor({
  brand,
  onSave,
  onRemove,
}: {
  brand: BrandSettings | undefined;
  onSave: (brand: BrandSettings) => Promise<void>;
  onRemove: () => Promise<void>;
}) {
  const draft = useSignal(createDraft(brand));
  return (
    <div class="brand-workspace">
      <BrandForm draft={draft} onSubmit={() => onSave(readDraft(draft.value))}>
        <button type="submit">Save brand</button>
        {brand !== undefined && (
          <ActionButton look="secondary" onAction={onRemove}>
            Remove brand
          </ActionButton>
        )}
      </BrandForm>
      <section aria-labelledby="brand-previews-title">
        <h2 id="brand-previews-title">Your cards</h2>
        <BrandPreviews draft={draft} />
      </section>
    </div>
  );
}
