import type { Template } from "@placard/templates";
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

/** The stress matrix of a template: unusual data at three sizes. */
export function stressCards(schema: Template["data"]): StressCard[] {
  return stressData(schema).flatMap((card) => sizes.map(([width, height]) => ({ ...card, width, height })));
}
