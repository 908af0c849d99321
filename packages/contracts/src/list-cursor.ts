export interface Position {
  /** Epoch ms. */
  time: number;
  id: string;
}

/** The cursor of the page that starts after an item. */
export function encodeCursor({ time, id }: Position): string {
  return Buffer.from(`${time}:${id}`).toString("base64url");
}

/** The position in a cursor; undefined if it is malformed. */
export function decodeCursor(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, "base64url");
  const [, time, id] = /^(\d{1,16}):([\w-]+)$/.exec(text.toString()) ?? [];
  if (time === undefined || id === undefined || text.toString("base64url") !== cursor) return undefined;
  return { time: Number(time), id };
}
