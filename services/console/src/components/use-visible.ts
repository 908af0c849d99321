import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Calls a function once, when an element is scrolled into view or close to it. */
export function useVisible(element: RefObject<HTMLElement | null>, onVisible: () => void): void {
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        onVisible();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
}
