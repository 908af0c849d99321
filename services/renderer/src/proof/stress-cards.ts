import type { CompiledTemplate } from "@placard/templates";
import { stressData, type StressData } from "@placard/templates/stress-data";

interface StressCard extends StressData {
  width: number;
  height: number;
}

const sizes = [
  [1200, 630],
  [1080, 1080],
  [1080, 1920],
] as const;

/** The stress matrix of a template: unusual data at three sizes. Lists are as long as in its first sample. */
export function stressCards({ data, samples }: CompiledTemplate): StressCard[] {
  return stressData(data, samples[0]?.data).flatMap((card) =>
    sizes.map(([width, height]) => ({ ...card, width, height })),
  );
}
