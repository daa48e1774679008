/** What a server did with one ref of a push. */
export type RefOutcome = {
  ref: string;
  result: "created" | "moved" | "same" | "refused";
  /** The reason of a refusal, as git prints it. */
  detail: string;
};

/** A line of `git push --porcelain`: a flag, the names, and a summary. */
const STATUS = /^([ +\-*=!])\t[^\t\n:]*:([^\t\n]+)\t(.*)$/gm;

const RESULTS: Readonly<Record<string, RefOutcome["result"]>> = {
  "*": "created",
  "=": "same",
  "!": "refused",
};

/** Reads what a push did with each of its refs. */
export function readPushStatus(output: string): RefOutcome[] {
  return [...output.matchAll(STATUS)].map(([, flag = "", ref = "", detail = ""]) => {
    const result = RESULTS[flag] ?? "moved";
    return { ref, result, detail: result === "refused" ? detail : "" };
  });
}
