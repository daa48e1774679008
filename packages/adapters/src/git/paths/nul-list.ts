/** Splits a list of names at zero bytes, which no path contains. */
export function splitAtNul(list: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = list.indexOf(0); at !== -1; at = list.indexOf(0, from)) {
    parts.push(list.subarray(from, at));
    from = at + 1;
  }
  return parts;
}

export function endWithNul(names: readonly Buffer[]): Buffer {
  return Buffer.concat(names.flatMap((name) => [name, Buffer.from([0])]));
}
