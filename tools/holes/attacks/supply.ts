import type { Hole } from "../hole.ts";

/** Bugs of one kind: installed files are trusted without a look. */
export const SUPPLY: readonly Hole[] = [
  {
    id: "postgres-programs-unchecked",
    hole: "PostgreSQL programs are started without a check of their digest.",
    edits: [
      {
        file: "packages/engine/src/database/binaries.ts",
        find: "  await requireDigest(directory, PROGRAM_DIGESTS[platform]);\n",
        replace: "",
      },
    ],
    tests: ["test/attack/postgres-programs.attack.test.ts"],
    project: "attack",
  },
];
