import { CountersignError } from "@countersign/core";

export type KeyPath = (string | number)[];

const STEP = /^(?:([^.[\]]+)|\[(\d{1,6})\]|\["((?:[^"\\]|\\.)*)"\])/;

/** Reads `policies[2].when.domain`; a key with a dot is written as `["a.b"]`. */
export function readKeyPath(text: string): KeyPath {
  const path: KeyPath = [];
  let rest = text;
  while (rest !== "") {
    const step = STEP.exec(rest);
    if (step === null) throw notUnderstood(text);
    const [whole, key, index, quoted] = step;
    if (key !== undefined) path.push(key);
    else if (index !== undefined) path.push(Number(index));
    else path.push(JSON.parse(`"${quoted ?? ""}"`));
    rest = rest.slice(whole.length);
    if (rest.startsWith(".") && rest.length > 1) rest = rest.slice(1);
  }
  if (path.length === 0) throw notUnderstood(text);
  return path;
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Object.entries(here).find(([key]) => key === String(step))?.[1];
  }
  return here;
}

function notUnderstood(text: string): CountersignError {
  return new CountersignError("invalid_input", `"${text}" is not a valid key`, {
    hint: "Use a key such as merge.target or policies[0].id",
  });
}
