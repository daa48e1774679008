import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: installed files are trusted without a look. */
export const SUPPLY: readonly SeededBug[] = [
  {
    id: "postgres-programs-unchecked",
    bug: "PostgreSQL programs are started without a check of their digest.",
    edits: [
      {
        in: "engine/embeddedBinaries",
        code: "  await requireDigest(installed, digest);\n",
        becomes: "",
      },
    ],
    tests: ["test/attack/postgres-programs.attack.test.ts"],
    project: "attack",
  },
  {
    id: "postgres-links-unchecked",
    bug: "PostgreSQL programs are started with links to other libraries.",
    edits: [
      {
        in: "engine/requireLinks",
        code: "  if (foreign !== undefined) throw differing(foreign);\n",
        becomes: "  void foreign;\n",
      },
    ],
    tests: ["test/attack/postgres-programs.attack.test.ts"],
    project: "attack",
  },
];
