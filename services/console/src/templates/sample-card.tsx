import type { PreviewRequest } from "@placard/client";
import { useRef } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { ErrorText } from "../components/error-text.tsx";
import { useLoaded } from "../components/loaded.tsx";

const emptyImage = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** A card in the brand of the account, or why there is none. It is rendered when it is scrolled into view. */
export function SampleCard({ request }: { request: () => PreviewRequest | Promise<PreviewRequest> }) {
  const { client } = useConsole();
  const image = useRef<HTMLImageElement>(null);
  const { data, error } = useLoaded(
    "the card",
    async (signal) => dataUrlOf((await client.previewTemplate(await request(), { signal })).data),
    image,
  );
  if (error.value === undefined)
    return <img ref={image} src={data.value ?? emptyImage} width={1200} height={630} alt="" />;
  return (
    <div class="sample-failure">
      <ErrorText error={error.value} />
    </div>
  );
}
