import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useAccount, useUser } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { FieldError } from "../components/field-errors.ts";
import { focusTitle } from "../components/focus.ts";
import { useLoaded } from "../components/loaded.tsx";
import { createDraft, readDraft } from "./brand-draft.ts";
import { BrandForm } from "./brand-form.tsx";
import { BrandPreviews, type Preview } from "./brand-previews.tsx";
import { brandName, loadBrand } from "./stored-brand.ts";

const skippedKey = "placard-brand-setup-skipped";

/**
 * The first thing that a new user sees: name, colors, logo and font, and the built-in templates in this look.
 * In its place, users who have a brand or have skipped it see the children.
 */
export function BrandSetup({ children }: { children: ComponentChildren }) {
  const services = useConsole();
  const { messages } = services;
  const { api } = useAccount();
  const { id: userId } = useUser(services);
  const draft = useSignal(createDraft());
  const previews = useSignal<readonly Preview[]>();
  const isDone = useSignal(localStorage.getItem(skippedKey) === userId);
  const stored = useLoaded("your brand", async () => ({
    hasBrand: isDone.value || (await loadBrand(api)) !== undefined,
  }));

  function finish(message: string) {
    isDone.value = true;
    focusTitle();
    messages.show(message);
  }

  async function save() {
    const brand = readDraft(draft.value);
    if (Object.keys(brand).length === 0)
      throw new FieldError(
        "displayName",
        "Enter a name, a color or a logo, choose a font, or skip this step.",
      );
    await api.putBrand(brandName, brand);
    finish("Your brand was saved. Fill in a card here, or design your own under Templates.");
  }

  async function skip() {
    localStorage.setItem(skippedKey, userId);
    finish("Set your brand on the Brand page at any time.");
  }

  if (isDone.value || stored.data.value?.hasBrand !== false) return <>{children}</>;
  return (
    <section class="brand-setup" aria-labelledby="brand-setup-title">
      <h2 id="brand-setup-title">Start with your brand</h2>
      <p class="lead">
        Set your name, colors, logo and font, and see them on the built-in templates. Your images use them
        from then on.
      </p>
      <div class="brand-workspace">
        <BrandForm draft={draft} previews={previews.value} isShort onSubmit={save}>
          <button type="submit">Save brand</button>
          <ActionButton look="secondary" onAction={skip}>
            Skip for now
          </ActionButton>
        </BrandForm>
        <BrandPreviews draft={draft} previews={previews} />
      </div>
    </section>
  );
}
