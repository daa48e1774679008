import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: engine and clients share names. */
export const KEYS: readonly SeededBug[] = [
  {
    id: "shared-command-keys",
    bug: "Engine and clients store their answers under one key.",
    edits: [
      {
        in: "engine/speakerFor",
        code: 'return typeof key === "string" ? `client',
        becomes: 'return typeof key === "number" ? `client',
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
  {
    id: "shared-verdict-ids",
    bug: "A client's key gives its verdict the id of the engine's.",
    edits: [
      {
        in: "engine/verdictIdFor",
        code: "[org, task, speakerFor(key, actor), text]",
        becomes: "[org, task, text]",
      },
    ],
    project: "attack",
    tests: ["test/attack/derived-strings.attack.test.ts"],
  },
  {
    id: "lost-answer-is-absent",
    bug: "A reviewer whose answer could not be recorded counts as absent.",
    edits: [
      {
        in: "core/noResult",
        code: '  if (command.cause === "not_recorded") return holdUnrecorded(draft, command, context);\n',
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
  {
    id: "refused-engine-command-is-dropped",
    bug: "A command of the engine that is refused for its key is given up in silence.",
    edits: [
      {
        in: "engine/executeAsEngine",
        code: "    await holdForFault(scope, { task, about, reviewer: actor.id, error });\n",
        becomes: "    void [about, holdForFault];\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
];
