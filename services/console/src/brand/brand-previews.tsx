import { completeColors, isLightGround } from "@placard/templates/brand-palette";
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BrandSettings, ImageWarning } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { ErrorText } from "../components/error-text.tsx";
import { Warnings } from "../card-form/warnings.tsx";
import { groundOf, readDraft, type BrandDraft } from "./brand-draft.ts";

/** Pause after the last change before the cards are rendered. */
const debounceMs = 400;

const templates = [
  { id: "blog", name: "Blog post" },
  { id: "product", name: "Product" },
  { id: "event", name: "Event" },
] as const;

/** A rendered card. */
export interface Preview {
  src: string;
  warnings: readonly ImageWarning[];
}

/** The cards of the built-in templates in a brand. Without a brand, the samples of the front page. */
export function BrandPreviews({
  draft,
  previews,
}: {
  draft: Signal<BrandDraft>;
  previews: Signal<readonly Preview[] | undefined>;
}) {
  const { pictures, client } = useConsole();
  const { samples } = useAccount();
  const error = useSignal<unknown>();
  const isBusy = useSignal(false);
  /** Whether less is hard to see on the other background, and nothing else is. */
  const isOtherBetter = useSignal(false);
  const brand = useLastValidBrand(draft.value);
  const key = JSON.stringify(brand);
  const colors = (brand.colors ?? {}) as NonNullable<Parameters<typeof completeColors>[0]>;
  const ground = completeColors(colors)?.ground;
  const otherTone = ground !== undefined && !isLightGround(ground) ? "light" : "dark";
  const otherGround = groundOf(draft.value, otherTone);

  useEffect(() => {
    isOtherBetter.value = false;
    if (key === "{}") {
      previews.value = undefined;
      error.value = undefined;
      isBusy.value = false;
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => void renderAll(), debounceMs);

    const renderCards = (look: BrandSettings): Promise<readonly Preview[]> =>
      Promise.all(
        templates.map(async ({ id }) => {
          const request = { template: id, data: await samples.loadForPicture(id), brand: look };
          const { data } = await client.previewTemplate(request, { signal });
          return { src: dataUrlOf(data), warnings: data.warnings };
        }),
      );

    async function renderAll() {
      isBusy.value = true;
      try {
        const rendered = await renderCards(brand);
        if (signal.aborted) return;
        previews.value = rendered;
        error.value = undefined;
        isBusy.value = false;
        const hard = hardToSee(rendered);
        if (hard.size === 0) return;
        const others = await renderCards({ ...brand, colors: { ...colors, ground: otherGround } });
        const left = hardToSee(others);
        isOtherBetter.value =
          !signal.aborted && left.size < hard.size && [...left].every((each) => hard.has(each));
      } catch (cause) {
        if (signal.aborted) return;
        controller.abort(); // the other cards
        error.value = cause;
        isBusy.value = false;
      }
    }

    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);

  const warnings = previews.value?.flatMap((preview) => preview.warnings) ?? [];
  const isOfBrand = ({ field }: ImageWarning) => field.startsWith("brand/");
  const ofBrand = new Map(warnings.filter(isOfBrand).map((warning) => [warning.message, warning]));
  return (
    <div
      class="brand-previews"
      role="group"
      aria-label="Cards in your brand"
      tabIndex={0}
      aria-busy={isBusy.value}
    >
      {templates.map(({ id, name }, index) => {
        const preview = previews.value?.[index];
        return (
          <figure>
            <div class="card-frame">
              <img
                src={preview?.src ?? pictures[id]}
                width={1200}
                height={630}
                alt={`${name} card in your brand`}
              />
            </div>
            <figcaption>{name}</figcaption>
            <Warnings
              label={`Warnings: ${name}`}
              warnings={preview?.warnings.filter((warning) => !isOfBrand(warning)) ?? []}
            />
          </figure>
        );
      })}
      <Warnings label="Warnings: brand" warnings={[...ofBrand.values()]} />
      {isOtherBetter.value && (
        <button
          type="button"
          class="secondary"
          onClick={() => (draft.value = { ...draft.value, ground: otherGround })}
        >
          Use a {otherTone} background
        </button>
      )}
      <div class="preview-status" role="status" aria-live="polite">
        {error.value !== undefined && <ErrorText error={error.value} />}
      </div>
    </div>
  );
}

/** What is hard to see on cards: texts of templates, and colors and logos of the brand. */
export function hardToSee(cards: readonly Preview[]): ReadonlySet<string> {
  const keys = cards.flatMap(({ warnings }, card) =>
    warnings
      .filter(({ code }) => code === "low_contrast")
      .map(({ field }) => (field.startsWith("brand/") ? field : `${card} ${field}`)),
  );
  return new Set(keys);
}

/** The brand of a draft. While a color is not valid, the brand before. */
function useLastValidBrand(draft: BrandDraft): BrandSettings {
  const last = useRef<BrandSettings>({});
  try {
    last.current = readDraft(draft);
  } catch {
    // The field shows that its color is not valid.
  }
  return last.current;
}
