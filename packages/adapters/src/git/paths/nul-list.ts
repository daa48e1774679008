/** Git ends each name of a list with a zero byte, the one byte that no path holds. */
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
