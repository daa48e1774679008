import type { SeededBug } from "../seeded-bug.ts";

const TESTS = ["test/attack/prepare-network.attack.test.ts"];

/** Bugs of one kind: a preparation reaches more than package registries. */
export const PREPARE: readonly SeededBug[] = [
  {
    id: "prepare-any-host",
    bug: "A preparation reaches every public host.",
    edits: [
      {
        in: "adapters/refuseEndpoint",
        code: '  if (entry === undefined) return "not_allowed";\n',
        becomes: '  if (entry === undefined) return isAddress ? "not_allowed" : null;\n',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-hosts-of-the-change",
    bug: "The lock file of the change decides which hosts its preparation reaches.",
    edits: [
      {
        in: "engine/acceptedReader",
        code: "mirror.readFile(repo, judges.accepted, path, MAX_LOCK_BYTES)",
        becomes: "mirror.readFile(repo, tree, path, MAX_LOCK_BYTES)",
      },
      {
        in: "engine/acceptedReader",
        code: "  { repo, judges }: CheckRequest,\n",
        becomes: "  { repo, tree, judges }: CheckRequest,\n",
      },
    ],
    tests: ["packages/engine/src/review/checks/prepare/prepare-network.test.ts"],
  },
  {
    id: "prepare-unchecked-address",
    bug: "An accepted host may have an address of a private network.",
    edits: [
      {
        in: "adapters/checkPackageAddress",
        code: 'return listed && (kind === "private"',
        becomes: 'return (listed || kind === "private") && (kind === "private"',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-name-of-this-machine",
    bug: "A name that means this machine is connected to.",
    edits: [
      {
        in: "adapters/checkPackageAddress",
        code: '): ConnectionFailure | null {\n  if (isThisMachine(address)) return "this_machine";\n  const kind',
        becomes:
          "): ConnectionFailure | null {\n  if (isThisMachine(address)) return null;\n  const kind",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-name-checked-before",
    bug: "A name is looked up for the check, and once more for the connection.",
    edits: [
      {
        in: "adapters/guardLookup",
        code: "        if (options.all === true) return done(null, [...addresses]);\n",
        becomes:
          "        return resolve(host).then((later) => done(null, [...later]));\n        if (options.all === true) return done(null, [...addresses]);\n",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-every-port",
    bug: "An allowed host is reached at every port.",
    edits: [
      {
        in: "adapters/refuseEndpoint",
        code: "one.host === host && one.port === port",
        becomes: "one.host === host && (one.port === port || port > 0)",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-network-of-the-host",
    bug: "A preparation has the network of the machine.",
    edits: [
      {
        in: "adapters/namespaces",
        code: 'return [...own, "--unshare-net", ...capabilities];',
        becomes: "return [...own, ...capabilities];",
      },
      {
        in: "adapters/namespaces",
        code: 'return ["--unshare-all", "--unshare-user", "--disable-userns"];',
        becomes: 'return ["--unshare-all", "--share-net", "--unshare-user", "--disable-userns"];',
      },
      {
        in: "adapters/namespaces",
        code: 'return ["--unshare-all", "--unshare-user"];',
        becomes: 'return ["--unshare-all", "--share-net", "--unshare-user"];',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "prepare-every-host-again",
    bug: "A wildcard entry for all hosts in the policy counts.",
    edits: [
      {
        in: "engine/readHost",
        code: "  if (usual === undefined || !isHost) return null;\n",
        becomes: "  if (usual === undefined) return null;\n",
      },
    ],
    tests: ["packages/engine/src/review/checks/prepare/allowed-hosts.test.ts"],
  },
  {
    id: "prepare-once-per-check",
    bug: "Each check of a task installs the same dependencies again.",
    edits: [
      {
        in: "engine/createPreparations",
        code: "const entry = running.get(name) ?? start(name, make);",
        becomes: "const entry = start(name, make);",
      },
    ],
    tests: ["packages/engine/src/review/checks/prepare/preparations.test.ts"],
  },
  {
    id: "prepare-stopped-for-all",
    bug: "A check that is stopped takes the preparation of all others with it.",
    edits: [
      {
        in: "engine/createPreparations",
        code: "if (entry.waiting > 0 || running.get(name) !== entry) return;",
        becomes: "if (running.get(name) !== entry) return;",
      },
    ],
    tests: ["packages/engine/src/review/checks/prepare/preparations.test.ts"],
  },
  {
    id: "reviewers-of-the-start",
    bug: "A changed file of reviewers counts after the next start only.",
    edits: [
      {
        in: "adapters/followReviewerAccess",
        code: "if (found === known) return;",
        becomes: "if (found !== known) return;",
      },
    ],
    tests: ["packages/adapters/src/follow-reviewer-access.test.ts"],
  },
];
