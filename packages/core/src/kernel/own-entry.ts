/** Returns an own property of a record, so that a name such as `constructor` finds nothing. */
export function ownEntry<Entry>(
  record: Readonly<Record<string, Entry>>,
  key: string | undefined,
): Entry | undefined {
  return key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
