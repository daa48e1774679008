import { type Contract, contract, monitorRoutes, type Route, streamRoute } from "@countersign/api";
import type { ErrorCode } from "@countersign/core";
import type { Role, World } from "./open-server.ts";
import { TRUST_ROWS } from "./trust-rows.ts";

/** Facts about a route that the contract does not contain. */
export type Row = {
  /** Repeated here on purpose, so a route is not opened to more roles by mistake. */
  roles: readonly Role[] | "public";
  params?: (world: World) => Record<string, string>;
  body?: (world: World) => object;
  /** The query that the route requires. */
  query?: string;
  /** What another organisation gets: `not_found`, or only its own data. */
  foreign: "not_found" | "own_only";
  /** How a public route refuses this body, if it does. */
  refusal?: ErrorCode;
};

/** Addresses for browsers on their way to and from an identity provider. */
const SIGN_IN_PAGES = {
  signInOidc: "/sign-in/oidc",
  returnFromOidc: "/sign-in/oidc/back",
  signInGithub: "/sign-in/github",
  returnFromGithub: "/sign-in/github/back",
} as const;

/** Webhooks of GitHub, at an address outside of our own contract. */
const WEBHOOK = {
  operationId: "webhook",
  method: "post",
  path: "/webhooks/github",
  "x-roles": "public",
} as const;

export type RouteName =
  | keyof Contract
  | keyof typeof monitorRoutes
  | keyof typeof SIGN_IN_PAGES
  | "webhook"
  | "events";

const EVERYBODY: readonly Role[] = ["viewer", "author", "reviewer", "planner", "human", "admin"];
const WORKER: readonly Role[] = ["author", "human"];
const PERSON: readonly Role[] = ["human"];
const ADMIN: readonly Role[] = ["admin"];
const READERS: readonly Role[] = ["viewer", "human", "admin"];

const ofTask = ({ task }: World) => ({ task });
const nothing = () => ({});
const noTasks = () => ({ tasks: ["cs-nowhere"] });
const shown = ({ tree }: World) => ({ round: 1, tree });
const seat = (world: World) => ({
  ...shown(world),
  requirement: "panel",
  reviewer: "nobody-else",
});
const reason = (world: World) => ({ ...shown(world), reason: "because" });
const reads = (params?: Row["params"]): Row => ({
  roles: EVERYBODY,
  foreign: params === undefined ? "own_only" : "not_found",
  ...(params && { params }),
});
const says = (roles: readonly Role[], body: Row["body"] = nothing): Row => ({
  roles,
  params: ofTask,
  body,
  foreign: "not_found",
});

/** On loopback these addresses do not exist. */
const NO_SIGN_IN: Row = { roles: "public", foreign: "own_only", refusal: "not_found" };

/** One row per route; a missing row does not compile, and the matrix refuses to run. */
export const ROWS: Readonly<Record<RouteName, Row>> = {
  health: { roles: "public", foreign: "own_only" },
  describe: { roles: "public", foreign: "own_only" },
  me: reads(),
  status: reads(),
  listRepositories: reads(),
  readPolicy: reads(({ repo }) => ({ repo })),
  addRepository: {
    roles: ["admin"],
    body: () => ({ path: "/nowhere/at-all" }),
    foreign: "own_only",
  },
  removeRepository: {
    roles: ADMIN,
    params: ({ repo }) => ({ repo }),
    foreign: "not_found",
  },
  releaseRepository: {
    roles: PERSON,
    params: ({ repo }) => ({ repo }),
    body: () => ({ tip: "b".repeat(40), reason: "because" }),
    foreign: "not_found",
  },
  connectReviewer: {
    roles: ["reviewer"],
    params: ({ repo }) => ({ repo }),
    body: nothing,
    foreign: "not_found",
  },
  listTasks: reads(),
  inbox: reads(),
  countSections: reads(),
  createTask: {
    roles: ["author", "planner", "human"],
    body: ({ repo }) => ({ title: "A new one", repo }),
    foreign: "own_only",
  },
  submitWork: {
    roles: WORKER,
    body: ({ repo }) => ({
      repo,
      title: "A new one",
      from: { branch: "no-such-branch" },
      location: { branch: "no-such-branch", worktree: null },
    }),
    foreign: "not_found",
  },
  showTask: reads(ofTask),
  readLog: reads(ofTask),
  showDiff: reads(ofTask),
  why: reads(ofTask),
  tryModes: { ...reads(ofTask), roles: ["author", "planner", "human"] },
  readFeedback: reads(ofTask),
  listFiles: reads(ofTask),
  showPatches: { ...reads(ofTask), query: "file=src%2Fapp.ts" },
  listRounds: reads(ofTask),
  claim: says(WORKER),
  submit: says(WORKER, () => ({ from: { branch: "work" } })),
  recordVerdict: says(["reviewer", "human"], ({ tree }) => ({
    round: 1,
    tree,
    requirement: "layer:owner",
    opinion: "abstained",
  })),
  dispose: {
    ...says(WORKER, () => ({ is: "disputed", note: "it is right as it is" })),
    params: ({ task }) => ({ task, finding: "F-1" }),
  },
  reportEvent: says(["author", "reviewer", "planner", "human"], () => ({
    trigger: "manual",
    summary: "",
  })),
  approve: says(PERSON, ({ tree }) => ({ round: 1, tree })),
  redo: says(PERSON, shown),
  reject: says(PERSON, reason),
  override: says(PERSON, reason),
  release: says(PERSON, (world) => ({ ...shown(world), resolutions: [{ do: "send_back" }] })),
  undo: says(PERSON, shown),
  retryReviewer: says(PERSON, seat),
  cancelReviewer: says(PERSON, seat),
  requestReview: says(["author", "human"], (world) => ({ ...shown(world), reviewer: null })),
  changeMode: says(["author", "planner", "human"], () => ({ mode: "per-task" })),
  reopen: says(PERSON, shown),
  cancel: says(["planner", "human"], reason),
  putOff: says(PERSON, () => ({ seq: 1, untilMs: null })),
  approveBatch: {
    roles: PERSON,
    body: ({ tree }) => ({ items: [{ task: "cs-nowhere", round: 7, tree }] }),
    foreign: "own_only",
  },
  undoBatch: { roles: PERSON, body: () => ({ key: "unknown" }), foreign: "not_found" },
  readDraft: { roles: PERSON, params: ofTask, foreign: "not_found" },
  saveDraft: says(PERSON, () => ({ draft: null })),
  listReadLines: { roles: PERSON, params: ofTask, foreign: "not_found" },
  markReadLines: says(PERSON),
  previewFeedback: says(PERSON, (world) => ({ ...shown(world), customFeedback: "again" })),
  takeUp: { roles: PERSON, params: ofTask, foreign: "not_found" },
  nextAssignment: reads(),
  takeAssignment: { roles: WORKER, body: nothing, foreign: "own_only" },
  showSprint: reads(),
  startSprint: { roles: PERSON, body: noTasks, foreign: "own_only" },
  pauseSprint: { roles: PERSON, body: nothing, foreign: "own_only" },
  resumeSprint: { roles: PERSON, body: nothing, foreign: "own_only" },
  addToSprint: { roles: PERSON, body: noTasks, foreign: "own_only" },
  stopSprint: { roles: PERSON, body: nothing, foreign: "own_only" },
  listTokens: { roles: ADMIN, foreign: "own_only" },
  createToken: {
    roles: ADMIN,
    body: () => ({ actor: "agent-7", role: "viewer" }),
    foreign: "own_only",
  },
  revokeToken: { roles: ADMIN, params: ({ token }) => ({ id: token }), foreign: "not_found" },
  createSessionCode: { roles: PERSON, body: nothing, foreign: "own_only" },
  beginSession: {
    roles: "public",
    body: () => ({ code: `csc_${"A".repeat(43)}` }),
    foreign: "own_only",
    refusal: "unauthenticated",
  },
  listKeys: { roles: READERS, foreign: "own_only" },
  addKey: {
    roles: ["human", "admin"],
    body: () => ({ key: "ssh-ed25519 AAAA" }),
    foreign: "own_only",
  },
  retireKey: {
    roles: ["human", "admin"],
    params: () => ({ fingerprint: `SHA256:${"A".repeat(43)}` }),
    foreign: "not_found",
  },
  readOpenAct: { roles: ["human", "admin"], foreign: "own_only" },
  readAct: {
    roles: ["human", "admin"],
    params: () => ({ nonce: "0".repeat(32) }),
    foreign: "not_found",
  },
  offerSignature: {
    roles: ["human", "admin"],
    params: () => ({ nonce: "0".repeat(32) }),
    body: () => ({ sshsig: "AAAA" }),
    foreign: "not_found",
  },
  createPasskeyChallenge: { roles: "public", body: nothing, foreign: "own_only" },
  beginPasskeySession: {
    roles: "public",
    body: () => ({
      ...{ challenge: "csp_1", credential: "AA", authenticatorData: "AA" },
      ...{ clientData: "AA", signature: "AA", origin: "http://localhost:1" },
    }),
    foreign: "own_only",
    refusal: "unauthenticated",
  },
  ...TRUST_ROWS,
  listSessions: { roles: ["human", "admin"], foreign: "own_only" },
  endSession: {
    roles: ["human", "admin"],
    params: () => ({ id: "tok_nothing" }),
    foreign: "not_found",
  },
  signOut: { roles: ["human", "admin"], foreign: "own_only" },
  listSignInMethods: { roles: "public", foreign: "own_only" },
  beginSignIn: {
    roles: "public",
    body: () => ({ method: "oidc" }),
    foreign: "own_only",
    refusal: "not_found",
  },
  beginAdministration: { roles: PERSON, body: nothing, foreign: "own_only" },
  listPeople: { roles: ADMIN, foreign: "own_only" },
  invitePerson: { roles: ADMIN, body: () => ({ actor: "mia" }), foreign: "own_only" },
  removePerson: { roles: ADMIN, params: () => ({ actor: "mia" }), foreign: "not_found" },
  readForge: { roles: ADMIN, foreign: "own_only" },
  addForgeRepository: {
    roles: ADMIN,
    body: () => ({ name: "acme/shop" }),
    foreign: "own_only",
  },
  linkForgeAccount: {
    roles: ADMIN,
    body: () => ({ account: 42, login: "ana-dev", person: "mia" }),
    foreign: "own_only",
  },
  unlinkForgeAccount: { roles: ADMIN, params: () => ({ account: "42" }), foreign: "own_only" },
  audit: { roles: READERS, foreign: "own_only" },
  listAuditEntries: { roles: READERS, foreign: "own_only" },
  exportAudit: { roles: ["human", "admin"], foreign: "own_only" },
  acceptLoss: {
    roles: PERSON,
    body: () => ({ outside: null, inside: null, reason: "because" }),
    foreign: "own_only",
  },
  rotateSealKey: { roles: ADMIN, body: nothing, foreign: "own_only" },
  replay: { roles: READERS, foreign: "own_only" },
  listRecurringFindings: reads(),
  listPolicyGaps: reads(),
  events: reads(),
  signInOidc: NO_SIGN_IN,
  returnFromOidc: NO_SIGN_IN,
  signInGithub: NO_SIGN_IN,
  returnFromGithub: NO_SIGN_IN,
  /** Identified by its signature. It does not exist without a connected forge. */
  webhook: { roles: "public", body: nothing, foreign: "own_only", refusal: "not_found" },
  healthz: { roles: "public", foreign: "own_only" },
  readyz: { roles: "public", foreign: "own_only" },
  metrics: reads(),
};

export type AnyRoute = Pick<Route, "operationId" | "method" | "path" | "x-roles">;

/** Every route of the contract, the stream, and the monitoring routes. */
export const ROUTES: readonly { name: string; route: AnyRoute }[] = [
  ...Object.entries(contract).map(([name, route]) => ({ name, route })),
  { name: "events", route: streamRoute },
  ...Object.entries(SIGN_IN_PAGES).map(([name, path]) => ({
    name,
    route: { operationId: name, method: "get", path, "x-roles": "public" } as const,
  })),
  ...Object.entries(monitorRoutes).map(([name, route]) => ({ name, route })),
  { name: "webhook", route: WEBHOOK },
];

export function rowOf(name: string): Row | undefined {
  return Object.entries(ROWS).find(([known]) => known === name)?.[1];
}
