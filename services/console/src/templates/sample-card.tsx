import type { PreviewRequest } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { ErrorText } from "../components/error-text.tsx";
import { useVisible } from "../components/use-visible.ts";

const emptyImage = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** A card in the brand of the account, or why there is none. It is rendered when it is scrolled into view. */
export function SampleCard({ request }: { request: () => PreviewRequest | Promise<PreviewRequest> }) {
  const { client } = useConsole();
  const image = useRef<HTMLImageElement>(null);
  const src = useSignal(emptyImage);
  const failure = useSignal<unknown>(undefined);

  async function render() {
    try {
      const { data } = await client.previewTemplate(await request());
      src.value = dataUrlOf(data);
    } catch (error) {
      failure.value = error;
    }
  }

  useVisible(image, () => void render());
  if (failure.value === undefined)
    return <img ref={image} src={src.value} width={1200} height={630} alt="" />;
  return (
    <div class="sample-failure">
      <ErrorText error={failure.value} />
    </div>
  );
}
