import type { Hole } from "../hole.ts";

/** Bugs of one kind: engine and clients share names. */
export const KEYS: readonly Hole[] = [
  {
    id: "shared-command-keys",
    hole: "Engine and clients store their answers under one key.",
    edits: [
      {
        file: "packages/engine/src/names/speaker.ts",
        find: 'return typeof key === "string" ? `client',
        replace: 'return typeof key === "number" ? `client',
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
  {
    id: "shared-verdict-ids",
    hole: "A client's key gives its verdict the id of the engine's.",
    edits: [
      {
        file: "packages/engine/src/names/derived-ids.ts",
        find: "[org, task, speakerOf(key, actor), text]",
        replace: "[org, task, text]",
      },
    ],
    project: "attack",
    tests: ["test/attack/derived-strings.attack.test.ts"],
  },
  {
    id: "lost-answer-is-absent",
    hole: "A reviewer whose answer could not be recorded counts as absent.",
    edits: [
      {
        file: "packages/core/src/task/no-result.ts",
        find: '  if (command.cause === "not_recorded") return holdUnrecorded(draft, command, context);\n',
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
  {
    id: "refused-engine-command-is-dropped",
    hole: "A command of the engine that is refused for its key is given up in silence.",
    edits: [
      {
        file: "packages/engine/src/commands/say.ts",
        find: "    await holdForFault(parts, { org, task, about, reviewer: actor.id, error });\n",
        replace: "    void [about, holdForFault];\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/command-keys.attack.test.ts"],
  },
];
