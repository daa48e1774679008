import type { Hole } from "../hole.ts";

const TESTS = ["test/attack/prepare-network.attack.test.ts"];
const ALLOWED = "packages/engine/src/checks/allowed-hosts.ts";
const JUDGE = "packages/adapters/src/gateway/judge-connection.ts";

/** Bugs of one kind: a preparation reaches more than package registries. */
export const PREPARE: readonly Hole[] = [
  {
    id: "prepare-any-host",
    hole: "A preparation reaches every public host.",
    edits: [
      {
        file: JUDGE,
        find: '  if (entry === undefined) return "not_allowed";\n',
        replace: '  if (entry === undefined) return isAddress ? "not_allowed" : null;\n',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-hosts-of-the-change",
    hole: "The lock file of the change decides which hosts its preparation reaches.",
    edits: [
      {
        file: "packages/engine/src/checks/run-check.ts",
        find: "mirror.readFile(repo, judges.accepted, path, MAX_LOCK_BYTES)",
        replace: "mirror.readFile(repo, tree, path, MAX_LOCK_BYTES)",
      },
      {
        file: "packages/engine/src/checks/run-check.ts",
        find: "  { repo, judges }: CheckRequest,\n",
        replace: "  { repo, tree, judges }: CheckRequest,\n",
      },
    ],
    tests: ["packages/engine/src/checks/prepare-network.test.ts"],
  },
  {
    id: "prepare-unchecked-address",
    hole: "An accepted host may have an address of a private network.",
    edits: [
      {
        file: JUDGE,
        find: 'return listed && (kind === "private"',
        replace: 'return (listed || kind === "private") && (kind === "private"',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-name-of-this-machine",
    hole: "A name that means this machine is connected to.",
    edits: [
      {
        file: JUDGE,
        find: '): ConnectionFailure | null {\n  if (isThisMachine(address)) return "this_machine";\n  const kind',
        replace:
          "): ConnectionFailure | null {\n  if (isThisMachine(address)) return null;\n  const kind",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-name-checked-before",
    hole: "A name is looked up for the check, and once more for the connection.",
    edits: [
      {
        file: "packages/adapters/src/egress/guard-lookup.ts",
        find: "        if (options.all === true) return done(null, [...addresses]);\n",
        replace:
          "        return resolve(host).then((later) => done(null, [...later]));\n        if (options.all === true) return done(null, [...addresses]);\n",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-every-port",
    hole: "An allowed host is reached at every port.",
    edits: [
      {
        file: JUDGE,
        find: "one.host === host && one.port === port",
        replace: "one.host === host && (one.port === port || port > 0)",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-network-of-the-host",
    hole: "A preparation has the network of the machine.",
    edits: [
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: 'return [...own, "--unshare-net", ...capabilities];',
        replace: "return [...own, ...capabilities];",
      },
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: 'return ["--unshare-all", "--unshare-user", "--disable-userns"];',
        replace: 'return ["--unshare-all", "--share-net", "--unshare-user", "--disable-userns"];',
      },
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: 'return ["--unshare-all", "--unshare-user"];',
        replace: 'return ["--unshare-all", "--share-net", "--unshare-user"];',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-every-host-again",
    hole: "An entry for every host in the policy counts.",
    edits: [
      {
        file: ALLOWED,
        find: "  if (usual === undefined || !isHost) return null;\n",
        replace: "  if (usual === undefined) return null;\n",
      },
    ],
    tests: ["packages/engine/src/checks/allowed-hosts.test.ts"],
  },
  {
    id: "prepare-once-per-check",
    hole: "Each check of a task installs the same dependencies again.",
    edits: [
      {
        file: "packages/engine/src/checks/preparations.ts",
        find: "const entry = running.get(name) ?? start(name, make);",
        replace: "const entry = start(name, make);",
      },
    ],
    tests: ["packages/engine/src/checks/preparations.test.ts"],
  },
  {
    id: "prepare-stopped-for-all",
    hole: "A check that is stopped takes the preparation of all others with it.",
    edits: [
      {
        file: "packages/engine/src/checks/preparations.ts",
        find: "if (entry.waiting > 0 || running.get(name) !== entry) return;",
        replace: "if (running.get(name) !== entry) return;",
      },
    ],
    tests: ["packages/engine/src/checks/preparations.test.ts"],
  },
  {
    id: "reviewers-of-the-start",
    hole: "A changed file of reviewers counts after the next start only.",
    edits: [
      {
        file: "packages/adapters/src/follow-reviewer-access.ts",
        find: "if (found === known) return;",
        replace: "if (found !== known) return;",
      },
    ],
    tests: ["packages/adapters/src/follow-reviewer-access.test.ts"],
  },
];
