import { decodeCursor, encodeCursor, type Position } from "@placard/contracts";
import Type, { type Static } from "typebox";

/** The order of a list by time. */
type Order = "newest first" | "oldest first";

interface Page<Item> {
  items: Item[];
  /** The `cursor` of the next page; null if this is the last one. */
  nextCursor: string | null;
}

/** The query parameters of a list. */
export const pageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "The maximum number of items. Without it, the list is complete.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      format: "cursor",
      description: "The `nextCursor` of the previous page. Without it, the list starts at its first item.",
    }),
  ),
});

/** `nextCursor`, in a response. */
export const nextCursorField = Type.Union([Type.String(), Type.Null()], {
  description: "the `cursor` of the next page; null at the end of the list",
  examples: [null],
});

/**
 * Sorts a list by a time (epoch ms) and then by ID, and selects the requested page. A cursor is the position
 * of an item, not its number: items that are created or deleted do not shift the pages.
 */
export function paginate<Member extends string, Item extends { id: string } & Record<Member, number>>(
  { limit, cursor }: Static<typeof pageQuery>,
  list: readonly Item[],
  order: Order,
  member: Member,
): Page<Item> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const direction = order === "oldest first" ? 1 : -1;
  const positionOf = (item: Item): Position => ({ time: item[member], id: item.id });
  const sorted = list.toSorted((a, b) => direction * comparePositions(positionOf(a), positionOf(b)));
  const rest = after
    ? sorted.filter((item) => direction * comparePositions(positionOf(item), after) > 0)
    : sorted;
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && items.length < rest.length ? encodeCursor(positionOf(last)) : null };
}

/** Compares two items of a list, for the order “oldest first”: by time, then by id. */
export function comparePositions(a: Position, b: Position): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
