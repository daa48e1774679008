import type { SeededBug } from "../seeded-bug.ts";

/** Drafts and read marks that would claim more than a person has read or written. */
export const READING: readonly SeededBug[] = [
  {
    id: "mark-of-a-changed-line",
    bug: "The mark of a line that was read counts for a changed line.",
    edits: [
      {
        in: "review/markedLines",
        code: "isChangedLine(line) && digests.has(digest(line))",
        becomes: "isChangedLine(line) && digest(line) !== null",
      },
    ],
    tests: ["packages/review/src/reading"],
  },
  {
    id: "import-twice",
    bug: "Drafts and read marks of a local file are imported at every start.",
    edits: [
      {
        in: "cli/openUnsentFiles",
        code: "for (const file of imported.splice(0)) await rm(file, { force: true });",
        becomes: "imported.splice(0);",
      },
    ],
    tests: ["packages/cli/src/board/unsent-files.test.ts"],
  },
];
