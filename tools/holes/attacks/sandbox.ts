import type { Hole } from "../hole.ts";

/** Bugs of one kind: a process runs with the rights of the person. */
export const SANDBOX: readonly Hole[] = [
  {
    id: "check-without-sandbox",
    hole: "A check of the project runs with the person's rights where there is no sandbox.",
    edits: [
      {
        file: "packages/engine/src/checks/run-check.ts",
        find: "  if (refusal !== null) return { noResult: refusal };\n",
        replace: "",
      },
    ],
    tests: ["packages/engine/src/checks/run-check.test.ts"],
  },
  {
    id: "gate-without-sandbox",
    hole: "The gate runs checks without a sandbox, though the command line did not say so.",
    edits: [
      {
        file: "packages/cli/src/compose-once.ts",
        find: "mayRunUnsandboxed: async () => unsandboxed,",
        replace: "mayRunUnsandboxed: async () => unsandboxed || true,",
      },
    ],
    project: "attack",
    tests: ["test/attack/no-sandbox.attack.test.ts"],
  },
  {
    id: "gate-silent-about-sandbox",
    hole: "A report does not say that its checks ran without a sandbox.",
    edits: [
      {
        file: "packages/cli/src/gate/format-sarif.ts",
        find: '...(unsandboxed ? [{ level: "warning", message: { text: UNSANDBOXED } }] : []),',
        replace: "",
      },
    ],
    tests: ["packages/cli/src/gate/formats.test.ts"],
  },
  {
    id: "sandbox-by-search-path",
    hole: "The search path of the engine's starter decides which sandbox is used.",
    edits: [
      {
        file: "packages/adapters/src/process/detect-sandbox.ts",
        find: "program === undefined ? USUAL_PLACES : [program]",
        replace: 'program === undefined ? ["bwrap"] : [program]',
      },
      {
        file: "packages/cli/src/local-engine/engine-environment.ts",
        find: "    PATH: ENGINE_PATH,\n",
        replace: '    PATH: process.env.PATH ?? "",\n',
      },
      {
        file: "packages/cli/src/local-engine/run-engine.ts",
        find: "  process.env.PATH = ENGINE_PATH;",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/engine-surroundings.attack.test.ts"],
  },
  {
    id: "settings-writable-by-others",
    hole: "Another account allows unsandboxed runs in a file that it can write.",
    edits: [
      {
        file: "packages/cli/src/local-engine/engine-settings.ts",
        find: "if (!isOurs || (found.mode & WRITABLE_BY_OTHERS) !== 0) {",
        replace: "if (!isOurs) {",
      },
    ],
    tests: ["packages/cli/src/local-engine/engine-settings.test.ts"],
  },
  {
    id: "token-allows-unsandboxed",
    hole: "A script with a token changes a setting of the engine without a person.",
    edits: [
      {
        file: "packages/cli/src/client/require-owner.ts",
        find: "  if (!atTerminal) throw",
        replace: "  if (!atTerminal && env.COUNTERSIGN_TOKEN === undefined) throw",
      },
    ],
    tests: ["packages/cli/src/client/require-owner.test.ts"],
  },
  {
    id: "agent-stops-engine",
    hole: "An agent stops the engine and lets it start with its own environment.",
    edits: [
      {
        file: "packages/cli/src/commands/server-down.ts",
        find: '  refuseAgent("Stopping the engine", { env });\n',
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/engine-surroundings.attack.test.ts"],
  },
  {
    id: "agent-stores-environment",
    hole: "The environment of an agent that starts the engine is stored for it.",
    edits: [
      {
        file: "packages/cli/src/local-engine/choose-environment.ts",
        find: "if (!isDue || agentDoubt(env, above) !== null)",
        replace: "if (!isDue)",
      },
    ],
    tests: ["packages/cli/src/local-engine/choose-environment.test.ts"],
  },
  {
    id: "descriptors-inherited",
    hole: "Open descriptors of the engine's starter reach into the sandbox.",
    edits: [
      {
        file: "packages/adapters/src/process/close-descriptors.ts",
        find: "      closeSync(fd);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/descriptors.attack.test.ts"],
  },
  {
    id: "descriptors-unnoticed",
    hole: "A descriptor that was not closed is handed to the command without a word.",
    edits: [
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: "  NO_OTHER_STREAMS,\n",
        replace: "",
      },
      {
        file: "packages/adapters/src/process/close-descriptors.ts",
        find: "      closeSync(fd);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/descriptors.attack.test.ts"],
  },
  {
    id: "unsandboxed-by-default",
    hole: "The runner runs a command that needs a sandbox where there is none.",
    edits: [
      {
        file: "packages/adapters/src/process/create-sandboxed-process-runner.ts",
        find: "if (request.unsandboxed !== true) throw",
        replace: "if (request.unsandboxed === false) throw",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "no-system-call-filter",
    hole: "Commands in the sandbox may make every system call.",
    edits: [
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: 'SECCOMP_FILTER === null ? [] : ["--seccomp", String(SECCOMP_FD)]',
        replace: "[]",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "filter-forgets-sockets",
    hole: "A command opens sockets of every family, those of virtual machines among them.",
    edits: [
      {
        file: "packages/adapters/src/process/seccomp/create-seccomp-filter.ts",
        find: "    ...judge(JUDGED_CALLS.socket[processor], socketRules()),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "disk-unlimited",
    hole: "A command fills the disk of the machine.",
    edits: [
      {
        file: "packages/adapters/src/process/run-contained.ts",
        find: '    if (await isDiskTaken()) return "disk";\n',
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "agent-by-search-path",
    hole: "The search path of the engine's starter decides which program reviews.",
    edits: [
      {
        file: "packages/adapters/src/agent/prepare-agent.ts",
        find: "  if (pins === undefined) {",
        replace: "  if (pins !== null) {",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-programs.attack.test.ts"],
  },
  {
    id: "agent-digest-ignored",
    hole: "A program that was replaced after its confirmation reviews.",
    edits: [
      {
        file: "packages/adapters/src/agent/program-pins.ts",
        find: "(await digestProgram(pin.path)) === pin.sha256",
        replace: '(await digestProgram(pin.path)) !== ""',
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-programs.attack.test.ts"],
  },
  {
    id: "deep-directories-stay",
    hole: "A command leaves directories that are too deep to be removed.",
    edits: [
      {
        file: "packages/engine/src/checks/remove-directory.ts",
        find: '    await execute("/bin/rm", ["-rf", "--", path]);\n',
        replace: "    await rm(path, { recursive: true, force: true });\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
];
