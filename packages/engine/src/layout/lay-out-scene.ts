import type { Scene } from "@placard/templates/scene";
import type { Box } from "./boxes/box.ts";
import { buildBoxTree, type BoxTree, type BoxTreeOptions } from "./boxes/build-boxes.ts";
import { indefinite } from "./boxes/lengths.ts";
import { placeBoxes, type Placement } from "./boxes/place-boxes.ts";
import type { FittedSizes } from "./fitted-sizes.ts";

/** Lays out a scene repeatedly: what does not depend on fitted font sizes is computed once. */
export class SceneLayout {
  private readonly scene: Scene;
  private readonly tree: BoxTree;

  constructor(scene: Scene, options: BoxTreeOptions) {
    this.scene = scene;
    this.tree = buildBoxTree(scene.root, options);
  }

  /** Sets the sizes of the next layouts. At first, they are the largest. */
  useSizes(sizes: FittedSizes): void {
    for (const box of this.tree.fitted) box.useSizes(sizes);
  }

  /** Lays out the scene with the sizes in use. What a paused call has done is kept. */
  layOut(): Placement {
    const { scene, tree } = this;
    const card = { x: 0, y: 0, width: scene.width, height: scene.height, direction: scene.direction };
    return placeBoxes(layOutRoot(tree.root, scene), card, tree.fitted);
  }
}

/** The root fills the card unless its style has another size. */
function layOutRoot(root: Box, { width, height }: Scene) {
  const card = { width, height };
  const fillsHeight = root.style.height === "auto" && root.ratio === undefined;
  const available = height - root.edges(width).y.margins;
  return root.layOut(
    card,
    root.usedWidth(card, false),
    fillsHeight ? root.clamp("y", available, card) : indefinite,
    true,
  );
}
