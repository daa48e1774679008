/** A problem of a policy file, with its path and the closest match. */
export type Problem = { path: string; reason: string; didYouMean?: string };

export type Path = readonly (string | number)[];

const LONGEST_KEY = 80;

export function problem(path: Path, reason: string, didYouMean?: string): Problem {
  const found = { path: formatPath(path), reason };
  return didYouMean === undefined ? found : { ...found, didYouMean };
}

/** Formats a path for people: `policies[2].when.domain`. The whole file is the empty path. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (isPlainKey(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step.slice(0, LONGEST_KEY).toWellFormed())}]`;
  }
  return text;
}

function isPlainKey(key: string): boolean {
  return key.length <= LONGEST_KEY && /^[\w$@+:-]+$/.test(key);
}
