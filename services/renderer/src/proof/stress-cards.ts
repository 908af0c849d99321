import type { CompiledTemplate } from "@placard/templates";
import { previewSizes } from "@placard/templates/samples";
import { stressData, type StressData } from "@placard/templates/stress-data";

interface StressCard extends StressData {
  width: number;
  height: number;
}

/** The stress matrix of a template: unusual data at all sizes. Lists are as long as in its first sample. */
export function stressCards({ data, samples }: CompiledTemplate): StressCard[] {
  return stressData(data, samples[0]?.data).flatMap((card) =>
    previewSizes.map(({ width, height }) => ({ ...card, width, height })),
  );
}
