/** The value of a key in a map, which is created if the map has none. */
export function getOrInsert<Key, Value>(
  map: { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown },
  key: Key,
  create: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}

/** The properties of an object as a map, which has no name that every object has. */
export function mapOf<Value>(properties: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(properties));
}
