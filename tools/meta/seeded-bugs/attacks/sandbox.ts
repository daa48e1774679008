import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: a process runs with the rights of the person. */
export const SANDBOX: readonly SeededBug[] = [
  {
    id: "check-without-sandbox",
    bug: "A check of the project runs with the person's rights where there is no sandbox.",
    edits: [
      {
        in: "engine/runOnce",
        code: "  if (refusal !== null) return { noResult: refusal };\n",
        becomes: "",
      },
    ],
    tests: ["packages/engine/src/review/checks/run-check.test.ts"],
  },
  {
    id: "gate-without-sandbox",
    bug: "The gate runs checks without a sandbox, though the command line did not say so.",
    edits: [
      {
        in: "cli/createReviewDeps",
        code: "mayRunUnsandboxed: async () => unsandboxed,",
        becomes: "mayRunUnsandboxed: async () => unsandboxed || true,",
      },
    ],
    project: "attack",
    tests: ["test/attack/no-sandbox.attack.test.ts"],
  },
  {
    id: "gate-silent-about-sandbox",
    bug: "A report does not say that its checks ran without a sandbox.",
    edits: [
      {
        in: "cli/invocationOf",
        code: '...(unsandboxed ? [{ level: "warning", message: { text: UNSANDBOXED } }] : []),',
        becomes: "",
      },
    ],
    tests: ["packages/cli/src/gate/formats.test.ts"],
  },
  {
    id: "sandbox-by-search-path",
    bug: "The search path of the engine's starter decides which sandbox is used.",
    edits: [
      {
        in: "adapters/detectSandbox",
        code: "program === undefined ? USUAL_PLACES : [program]",
        becomes: 'program === undefined ? ["bwrap"] : [program]',
      },
      {
        in: "cli/engineEnvironment",
        code: "    PATH: ENGINE_PATH,\n",
        becomes: '    PATH: process.env.PATH ?? "",\n',
      },
      {
        in: "cli/runEngine",
        code: "  process.env.PATH = ENGINE_PATH;",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/engine-surroundings.attack.test.ts"],
  },
  {
    id: "settings-writable-by-others",
    bug: "Another account allows unsandboxed runs in a file that it can write.",
    edits: [
      {
        in: "cli/readEngineSettings",
        code: "if (!isOurs || (found.mode & WRITABLE_BY_OTHERS) !== 0) {",
        becomes: "if (!isOurs) {",
      },
    ],
    tests: ["packages/cli/src/local-engine/settings/engine-settings.test.ts"],
  },
  {
    id: "token-allows-unsandboxed",
    bug: "A script with a token changes a setting of the engine without a person.",
    edits: [
      {
        in: "cli/requireOwner",
        code: "  if (!atTerminal) throw",
        becomes: "  if (!atTerminal && env.COUNTERSIGN_TOKEN === undefined) throw",
      },
    ],
    tests: ["packages/cli/src/caller/require-owner.test.ts"],
  },
  {
    id: "agent-stops-engine",
    bug: "An agent stops the engine and lets it start with its own environment.",
    edits: [
      {
        in: "cli/serverDown",
        code: '  refuseAgent("Stopping the engine", { env });\n',
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/engine-surroundings.attack.test.ts"],
  },
  {
    id: "agent-stores-environment",
    bug: "The environment of an agent that starts the engine is stored for it.",
    edits: [
      {
        in: "cli/chooseEnvironment",
        code: "if (!isDue || describeCallingAgent(env, above) !== null)",
        becomes: "if (!isDue)",
      },
    ],
    tests: ["packages/cli/src/local-engine/settings/choose-environment.test.ts"],
  },
  {
    id: "descriptors-inherited",
    bug: "Open descriptors of the engine's starter reach into the sandbox.",
    edits: [
      {
        in: "adapters/closeInheritedDescriptors",
        code: "      closeSync(fd);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/descriptors.attack.test.ts"],
  },
  {
    id: "descriptors-unnoticed",
    bug: "A descriptor that was not closed is handed to the command without a word.",
    edits: [
      {
        in: "adapters/START",
        code: "  NO_OTHER_STREAMS,\n",
        becomes: "",
      },
      {
        in: "adapters/closeInheritedDescriptors",
        code: "      closeSync(fd);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/descriptors.attack.test.ts"],
  },
  {
    id: "unsandboxed-by-default",
    bug: "The runner runs a command that needs a sandbox where there is none.",
    edits: [
      {
        in: "adapters/createSandboxedProcessRunner",
        code: "if (request.unsandboxed !== true) throw",
        becomes: "if (request.unsandboxed === false) throw",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "no-system-call-filter",
    bug: "Commands in the sandbox may make every system call.",
    edits: [
      {
        in: "adapters/seccomp",
        code: 'SECCOMP_FILTER === null ? [] : ["--seccomp", String(SECCOMP_FD)]',
        becomes: "[]",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "filter-forgets-sockets",
    bug: "A command opens sockets of every family, those of virtual machines among them.",
    edits: [
      {
        in: "adapters/programFor",
        code: "    ...judge(JUDGED_CALLS.socket[processor], socketRules()),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "disk-unlimited",
    bug: "A command fills the disk of the machine.",
    edits: [
      {
        in: "adapters/watchLimits",
        code: '    if (await isDiskTaken()) return "disk";\n',
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "agent-by-search-path",
    bug: "The search path of the engine's starter decides which program reviews.",
    edits: [
      {
        in: "adapters/locate",
        code: "  if (pins === undefined) {",
        becomes: "  if (pins !== null) {",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-programs.attack.test.ts"],
  },
  {
    id: "agent-digest-ignored",
    bug: "A program that was replaced after its confirmation reviews.",
    edits: [
      {
        in: "adapters/findConfirmed",
        code: "(await digestProgram(pin.path)) === pin.sha256",
        becomes: '(await digestProgram(pin.path)) !== ""',
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-programs.attack.test.ts"],
  },
  {
    id: "deep-directories-stay",
    bug: "A command leaves directories that are too deep to be removed.",
    edits: [
      {
        in: "engine/removeDirectory",
        code: '    await execute("/bin/rm", ["-rf", "--", path]);\n',
        becomes: "    await rm(path, { recursive: true, force: true });\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
];
