import type { CreateInlineFormatter, CreateSteppedFormatter } from "../layout/inline-content.ts";
import { finish } from "../layout/layout-run.ts";

/** Formatters that are never paused. */
export function withoutPauses(create: CreateSteppedFormatter): CreateInlineFormatter {
  return (...content) => {
    const formatter = create(...content);
    return {
      minContentWidth: () => finish(formatter.minContentWidth()),
      maxContentWidth: () => finish(formatter.maxContentWidth()),
      layOut: (width) => finish(formatter.layOut(width)),
    };
  };
}

/** Formatters with a pause before each result. */
export function withPauses(create: CreateInlineFormatter): CreateSteppedFormatter {
  return (...content) => {
    const formatter = create(...content);
    return {
      *minContentWidth() {
        yield;
        return formatter.minContentWidth();
      },
      *maxContentWidth() {
        yield;
        return formatter.maxContentWidth();
      },
      *layOut(width) {
        yield;
        return formatter.layOut(width);
      },
    };
  };
}
