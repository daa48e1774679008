import { describe, expect, it } from "vitest";
import { cpuMs } from "../testing/cpu-ms.ts";
import { readActions } from "./messages/read-actions.ts";
import { normalize } from "./normalize.ts";

const FORMS = { structured: true, naturalLanguage: "act" } as const;

function secondsOf(run: () => unknown): number {
  const start = cpuMs();
  run();
  return (cpuMs() - start) / 1_000;
}

describe("the longest hostile texts take linear time", () => {
  it.each([
    "`",
    '"',
    "\\",
    " ",
    "\t",
    "<",
    ">",
    "- ",
    "1. ",
    "<!--",
    "--> <!--",
    "</a",
    "<a>\n",
    "</a>\n<a>\n",
    "```\n",
    "    ```\n",
    "~~~ \n",
    "\n",
    "\r",
    "REVIEW::",
    "REVIEW::APPROVE task_id=5\n",
    'REVIEW::REJECT task_id=5 feedback="\\',
    'REVIEW::REJECT task_id=5 feedback="a"\n',
    "approved task #5 ",
    "needs revision on task #5\n",
    "not ",
  ])("of %j", (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536);
    const texts = [`REVIEW::REJECT task_id=5 feedback="${text.slice(99)}`, `task${text.slice(9)}b`];

    for (const hostile of texts)
      expect(secondsOf(() => readActions(hostile, FORMS))).toBeLessThan(2);
  });

  it.each(["it.", "it.skip", "expect", "a=1 ", "abs:", " ", "0", ".", "toBeCloseTo(", "skip:"])(
    "of a patch full of %j",
    (piece) => {
      const path = "a.test.ts";
      const lines = piece.repeat(500_000 / piece.length);
      const change = {
        content: { repo: "r", target: "main", base: "a", head: "b", tree: "c" },
        entries: [
          {
            status: "modified" as const,
            path,
            oldMode: "100644",
            newMode: "100644",
            oldId: "1",
            newId: "2",
            added: 1,
            deleted: 1,
          },
        ],
        commits: [],
        patches: [{ path, patch: `@@ -1 +1 @@\n-${lines}\n+${lines}b\n` }],
        generatedPaths: [],
        keyChanges: [],
        tooLarge: [],
      };

      expect(secondsOf(() => normalize(change))).toBeLessThan(2);
    },
  );
});
