import type { CreateInlineFormatter, CreateResumableFormatter } from "../layout/inline-content.ts";

/** Formatters that are never paused. */
export function withoutPauses(create: CreateResumableFormatter): CreateInlineFormatter {
  return (...content) => {
    const formatterOf = create(() => {}, ...content);
    return (sizes) => {
      const formatter = formatterOf(sizes);
      return {
        minContentWidth: () => formatter.minContentWidth()(),
        maxContentWidth: () => formatter.maxContentWidth()(),
        layOut: (width) => formatter.layOut(width)(),
      };
    };
  };
}

/** Formatters with a pause before each result. */
export function withPauses(create: CreateInlineFormatter): CreateResumableFormatter {
  return (pause, ...content) => {
    const formatterOf = create(...content);
    const afterPause = <T>(compute: () => T) => {
      let isStarted = false;
      return () => {
        if (!isStarted) {
          isStarted = true;
          pause();
        }
        return compute();
      };
    };
    return (sizes) => {
      const formatter = formatterOf(sizes);
      return {
        minContentWidth: () => afterPause(formatter.minContentWidth),
        maxContentWidth: () => afterPause(formatter.maxContentWidth),
        layOut: (width) => afterPause(() => formatter.layOut(width)),
      };
    };
  };
}
