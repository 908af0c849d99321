import { parsePointer } from "@placard/contracts/json-pointer";
import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";

/**
 * The offset of the value at a JSON pointer, or of the closest value around it. Members are at their name.
 */
export function createJsonLocator(text: string): (pointer: string) => number {
  const root = parseTree(text);
  return (pointer) => {
    let node: Node | undefined = root;
    for (const name of parsePointer(pointer)) {
      const child = node && findNodeAtLocation(node, [node.type === "array" ? Number(name) : name]);
      if (!child) break;
      node = child;
    }
    const member = node?.parent?.type === "property" ? node.parent : node;
    return member?.offset ?? 0;
  };
}
