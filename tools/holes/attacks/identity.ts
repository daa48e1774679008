import type { Hole } from "../hole.ts";

/** Bugs of one kind: a name is taken for an identity. */
export const IDENTITY: readonly Hole[] = [
  {
    id: "agent-claims-a-persons-name",
    hole: "A credential of an agent may have the name of a person of the policy.",
    edits: [
      {
        file: "packages/engine/src/access/require-own-name.ts",
        find: "(isAgentRole(wanted.role) ? personNamed(wanted, taken) : agentNamed(wanted, taken)) ??",
        replace: "(isAgentRole(wanted.role) ? null : agentNamed(wanted, taken)) ??",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "agent-claims-a-machines-name",
    hole: "A credential may have the name of a check or of a reviewer that the engine runs.",
    edits: [
      {
        file: "packages/engine/src/access/require-own-name.ts",
        find: "machineNamed(wanted, taken) ??\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "names-compared-by-bytes",
    hole: "Another spelling of a name passes for another actor.",
    edits: [
      {
        file: "packages/core/src/kernel/name-key.ts",
        find: 'name.normalize("NFKC").toUpperCase().toLowerCase()',
        replace: "name",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "roster-makes-a-person-an-agent",
    hole: "A head or chief with an agent's credential is no person.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-layers.ts",
        find: "human: !who.every((id) => isAgentOf(id, policy)),",
        replace: "human: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "check-answered-by-name",
    hole: "An agent with the name of a check or of a reviewer of the engine answers for it.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: "return isCheckOf(actor, requirement, policy) || plan?.engineRun?.includes(actor) === true;",
        replace:
          "return plan === null && policy === null && isCheckOf(actor, requirement, policy);",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "log-without-credential",
    hole: "The log does not keep the credential of whoever acted.",
    edits: [
      {
        file: "packages/core/src/task/draft.ts",
        find: "return credential === undefined ? event : { ...event, credential };",
        replace: "return credential === undefined ? event : { ...event };",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "agent-without-sponsor",
    hole: "A credential of an agent is created without a person who answers for it.",
    edits: [
      {
        file: "packages/engine/src/commands/create-credential.ts",
        find: "    requireSponsor(wanted, taken);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "sponsor-of-the-submission-forgotten",
    hole: "Who answers for the agent that claimed or submitted is not counted.",
    edits: [
      {
        file: "packages/core/src/task/state-parts.ts",
        find: "return sponsor === undefined\n    ? task",
        replace: "return sponsor !== null\n    ? task",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "committers-not-read",
    hole: "With four eyes the people behind the commits may approve.",
    edits: [
      {
        file: "packages/core/src/task/involved.ts",
        find: "committers: union(committers, people),",
        replace: "committers: union(committers, people.slice(people.length)),",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "sponsor-loosens-the-mode",
    hole: "With four eyes the sponsor drops the owner's layer by a change of mode.",
    edits: [
      {
        file: "packages/core/src/task/settings.ts",
        find: 'if (actor.kind === "human" && !worksOn(actor.id, task, policy)) return "person";',
        replace:
          'if (actor.kind === "human" && (policy === null || !task.authors.includes(actor.id))) return "person";',
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "unknown-committer-unsaid",
    hole: "With four eyes an address that the policy does not know is not told.",
    edits: [
      {
        file: "packages/core/src/plan/committers.ts",
        find: "if (found.length === 0) unknown.add(email);",
        replace: 'if (found.length === 0 && email === "") unknown.add(email);',
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "presence-not-asked-for-a-release",
    hole: "A repository is released with a person's credential alone.",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: "  release_repository: true,",
        replace: "  release_repository: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "presence-not-asked-for-a-person",
    hole: "A credential of a person is created with an administrator's credential alone.",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: "  create_human_token: true,",
        replace: "  create_human_token: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "presence-judged-by-the-moved-target",
    hole: "The policy of the moved target says whether its own release needs a person's presence.",
    edits: [
      {
        file: "packages/engine/src/commands/require-present-for.ts",
        find: "const own = inForce.filter((one) => one.repo === repo);",
        replace:
          "const own = inForce.filter((one) => one.repo === repo).map((one) => ({ ...one, policy: { ...one.policy, trust: { ...one.policy.trust, humanPresence: 'terminal' as const } } }));",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
];
