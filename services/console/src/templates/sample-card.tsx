import type { PreviewRequest } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { dataUrlOf } from "../components/data-url.ts";

const emptyImage = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** A card in the brand of the account. It is rendered when it is scrolled into view. */
export function SampleCard({ request }: { request: () => PreviewRequest | Promise<PreviewRequest> }) {
  const { client } = useConsole();
  const image = useRef<HTMLImageElement>(null);
  const src = useSignal(emptyImage);

  async function render() {
    try {
      const { data } = await client.previewTemplate(await request());
      src.value = dataUrlOf(data);
    } catch {
      // The page works without the card. Opening the template shows the error.
    }
  }

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void render();
      },
      { rootMargin: "200px" },
    );
    observer.observe(image.current!);
    return () => observer.disconnect();
  }, []);
  return <img ref={image} src={src.value} width={1200} height={630} alt="" />;
}
