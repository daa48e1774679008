import { ACCOUNTS } from "./attacks/accounts.ts";
import { BRIEFS } from "./attacks/briefs.ts";
import { CONNECTIONS } from "./attacks/connections.ts";
import { EDGES } from "./attacks/edges.ts";
import { FOREIGN } from "./attacks/foreign.ts";
import { IDENTITY } from "./attacks/identity.ts";
import { JUDGE } from "./attacks/judge.ts";
import { JUDGE_FAMILIES } from "./attacks/judge-families.ts";
import { KEYS } from "./attacks/keys.ts";
import { LIVE } from "./attacks/live.ts";
import { MERGES } from "./attacks/merges.ts";
import { ORGANISATION } from "./attacks/organisation.ts";
import { PAGES } from "./attacks/pages.ts";
import { POLICY } from "./attacks/policy.ts";
import { PREPARE } from "./attacks/prepare.ts";
import { PROOFS } from "./attacks/proofs.ts";
import { RACES } from "./attacks/races.ts";
import { READING } from "./attacks/reading.ts";
import { SANDBOX } from "./attacks/sandbox.ts";
import { SEATS } from "./attacks/seats.ts";
import { SHOWN } from "./attacks/shown.ts";
import { SIGN_IN } from "./attacks/sign-in.ts";
import { STACKS } from "./attacks/stacks.ts";
import { SUPPLY } from "./attacks/supply.ts";
import { TARGET } from "./attacks/target.ts";
import { WORKTREES } from "./attacks/worktrees.ts";
import { CLOSED_HOLES } from "./closed-holes.ts";
import { CONTRADICTIONS } from "./contradictions.ts";
import { DEFECTS } from "./defects.ts";
import type { SeededBug } from "./seeded-bug.ts";

/** Bugs that the attack suite and the tests of several sessions must detect. */
export const ATTACKS: readonly SeededBug[] = [
  ...KEYS,
  ...IDENTITY,
  ...SIGN_IN,
  ...PAGES,
  ...ACCOUNTS,
  ...LIVE,
  ...SEATS,
  ...SHOWN,
  ...RACES,
  ...ORGANISATION,
  ...POLICY,
  ...JUDGE,
  ...JUDGE_FAMILIES,
  ...BRIEFS,
  ...TARGET,
  ...FOREIGN,
  ...MERGES,
  ...PREPARE,
  ...SANDBOX,
  ...EDGES,
  ...STACKS,
  ...SUPPLY,
  ...WORKTREES,
  ...CONNECTIONS,
  ...READING,
  ...PROOFS,
];

/** Every known bug that must not come back. */
export const SEEDED_BUGS: readonly SeededBug[] = [
  ...CONTRADICTIONS,
  ...DEFECTS,
  ...CLOSED_HOLES,
  ...ATTACKS,
];
