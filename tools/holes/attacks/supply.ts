import type { Hole } from "../hole.ts";

/** Bugs of one kind: installed files are trusted without a look. */
export const SUPPLY: readonly Hole[] = [
  {
    id: "postgres-programs-unchecked",
    hole: "PostgreSQL programs are started without a check of their digest.",
    edits: [
      {
        file: "packages/engine/src/database/binaries.ts",
        find: "  await requireDigest(installed, digest);\n",
        replace: "",
      },
    ],
    tests: ["test/attack/postgres-programs.attack.test.ts"],
    project: "attack",
  },
  {
    id: "postgres-links-unchecked",
    hole: "PostgreSQL programs are started with links to other libraries.",
    edits: [
      {
        file: "packages/engine/src/database/binaries.ts",
        find: "  if (foreign !== undefined) throw differing(foreign);\n",
        replace: "  void foreign;\n",
      },
    ],
    tests: ["test/attack/postgres-programs.attack.test.ts"],
    project: "attack",
  },
];
