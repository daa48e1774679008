import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: a name is taken for an identity. */
export const IDENTITY: readonly SeededBug[] = [
  {
    id: "agent-claims-a-persons-name",
    bug: "A credential of an agent may have the name of a person of the policy.",
    edits: [
      {
        in: "engine/requireOwnName",
        code: "(isAgentRole(wanted.role) ? personNamed(wanted, taken) : agentNamed(wanted, taken)) ??",
        becomes: "(isAgentRole(wanted.role) ? null : agentNamed(wanted, taken)) ??",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "agent-claims-a-machines-name",
    bug: "A credential may have the name of a check or of a reviewer that the engine runs.",
    edits: [
      {
        in: "engine/requireOwnName",
        code: "machineNamed(wanted, taken) ??\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "names-compared-by-bytes",
    bug: "Another spelling of a name passes for another actor.",
    edits: [
      {
        in: "core/nameKey",
        code: 'name.normalize("NFKC").toUpperCase().toLowerCase()',
        becomes: "name",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "roster-makes-a-person-an-agent",
    bug: "A head or chief with an agent's credential is no person.",
    edits: [
      {
        in: "core/firstAble",
        code: "human: !who.every((id) => isAgentOf(id, policy)),",
        becomes: "human: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "check-answered-by-name",
    bug: "An agent with the name of a check or of a reviewer of the engine answers for it.",
    edits: [
      {
        in: "core/isMachineOf",
        code: "return isCheckOf(actor, requirement, policy) || plan?.engineRun?.includes(actor) === true;",
        becomes:
          "return plan === null && policy === null && isCheckOf(actor, requirement, policy);",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "log-without-credential",
    bug: "The log does not record the credential of the actor.",
    edits: [
      {
        in: "core/withCredential",
        code: "return credential === undefined ? event : { ...event, credential };",
        becomes: "return credential === undefined ? event : { ...event };",
      },
    ],
    project: "attack",
    tests: ["test/attack/agent-names.attack.test.ts"],
  },
  {
    id: "agent-without-sponsor",
    bug: "A credential of an agent is created without a person who answers for it.",
    edits: [
      {
        in: "engine/allowName",
        code: "    requireSponsor(wanted, taken);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "sponsor-of-the-submission-forgotten",
    bug: "Who answers for the agent that claimed or submitted is not counted.",
    edits: [
      {
        in: "core/withSponsor",
        code: "return sponsor === undefined\n    ? task",
        becomes: "return sponsor !== null\n    ? task",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "committers-not-read",
    bug: "With four eyes the people behind the commits may approve.",
    edits: [
      {
        in: "core/involvedIn",
        code: "committers: union(committers, people),",
        becomes: "committers: union(committers, people.slice(people.length)),",
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "sponsor-loosens-the-mode",
    bug: "With four eyes the sponsor drops the owner's layer by a change of mode.",
    edits: [
      {
        in: "core/proposerOf",
        code: 'if (actor.kind === "human" && !worksOn(actor.id, task, policy)) return "person";',
        becomes:
          'if (actor.kind === "human" && (policy === null || !task.authors.includes(actor.id))) return "person";',
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "unknown-committer-unsaid",
    bug: "With four eyes an address that the policy does not know is not told.",
    edits: [
      {
        in: "core/committersOf",
        code: "if (found.length === 0) unknown.add(email);",
        becomes: 'if (found.length === 0 && email === "") unknown.add(email);',
      },
    ],
    project: "attack",
    tests: ["test/attack/four-eyes.attack.test.ts"],
  },
  {
    id: "presence-not-asked-for-a-release",
    bug: "A repository is released with a person's credential alone.",
    edits: [
      {
        in: "engine/LETS_THROUGH",
        code: "  release_repository: true,",
        becomes: "  release_repository: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "presence-not-asked-for-a-person",
    bug: "A credential of a person is created with an administrator's credential alone.",
    edits: [
      {
        in: "engine/LETS_THROUGH",
        code: "  create_human_token: true,",
        becomes: "  create_human_token: false,",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "presence-judged-by-the-moved-target",
    bug: "The policy of the moved target says whether its own release needs a person's presence.",
    edits: [
      {
        in: "engine/requirePresentFor",
        code: "const own = inForce.filter((one) => one.repo === repo);",
        becomes:
          "const own = inForce.filter((one) => one.repo === repo).map((one) => ({ ...one, policy: { ...one.policy, trust: { ...one.policy.trust, humanPresence: 'terminal' as const } } }));",
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
];
