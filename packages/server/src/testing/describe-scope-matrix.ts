import { ERROR_STATUS } from "@countersign/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, type TestRequest, type TestResponse } from "./ask.ts";
import { codeOf, pathOf, rolesOf } from "./describe-route-matrix.ts";
import { type OpenServer, openServer, type Role, type World } from "./open-server.ts";
import { ROUTES, type RouteName, rowOf } from "./route-rows.ts";

/** The behaviour of a route for a token that is limited to one task. */
type Scope =
  /** The route names a task, which must be the token's task. */
  | "task"
  /** The response covers only that task and its repository. */
  | "filtered"
  /** The route concerns the organisation and is refused. */
  | "denied"
  | "public";

/** The scope of every route; a missing route does not compile. */
export const SCOPES: Readonly<Record<RouteName, Scope>> = {
  health: "public",
  describe: "public",
  healthz: "public",
  readyz: "public",
  webhook: "public",
  me: "filtered",
  status: "filtered",
  listRepositories: "filtered",
  readPolicy: "filtered",
  connectReviewer: "filtered",
  listTasks: "filtered",
  nextAssignment: "filtered",
  takeAssignment: "filtered",
  inbox: "filtered",
  countSections: "filtered",
  events: "filtered",
  addRepository: "denied",
  removeRepository: "denied",
  releaseRepository: "denied",
  createTask: "denied",
  submitWork: "denied",
  showTask: "task",
  readLog: "task",
  showDiff: "task",
  listFiles: "task",
  showPatches: "task",
  listRounds: "task",
  why: "task",
  tryModes: "task",
  readFeedback: "task",
  claim: "task",
  submit: "task",
  recordVerdict: "task",
  dispose: "task",
  reportEvent: "task",
  approve: "task",
  redo: "task",
  reject: "task",
  override: "task",
  release: "task",
  undo: "task",
  retryReviewer: "task",
  cancelReviewer: "task",
  requestReview: "task",
  changeMode: "task",
  reopen: "task",
  cancel: "task",
  putOff: "task",
  takeUp: "task",
  previewFeedback: "task",
  approveBatch: "denied",
  undoBatch: "denied",
  readDraft: "denied",
  saveDraft: "denied",
  listReadLines: "denied",
  markReadLines: "denied",
  showSprint: "denied",
  startSprint: "denied",
  pauseSprint: "denied",
  resumeSprint: "denied",
  addToSprint: "denied",
  stopSprint: "denied",
  listTokens: "denied",
  createToken: "denied",
  revokeToken: "denied",
  createSessionCode: "denied",
  beginSession: "public",
  listSessions: "denied",
  listKeys: "denied",
  readOpenAct: "denied",
  readAct: "denied",
  offerSignature: "denied",
  createPasskeyChallenge: "public",
  beginPasskeySession: "public",
  addKey: "denied",
  retireKey: "denied",
  readTrust: "denied",
  readTrustRequest: "denied",
  proposeTrust: "denied",
  signTrust: "denied",
  withdrawTrust: "denied",
  endSession: "denied",
  signOut: "denied",
  signInOidc: "public",
  returnFromOidc: "public",
  signInGithub: "public",
  returnFromGithub: "public",
  listSignInMethods: "public",
  beginSignIn: "public",
  beginAdministration: "denied",
  listPeople: "denied",
  invitePerson: "denied",
  removePerson: "denied",
  readForge: "denied",
  addForgeRepository: "denied",
  linkForgeAccount: "denied",
  unlinkForgeAccount: "denied",
  audit: "denied",
  listAuditEntries: "denied",
  exportAudit: "denied",
  acceptLoss: "denied",
  rotateSealKey: "denied",
  replay: "denied",
  listRecurringFindings: "denied",
  listPolicyGaps: "denied",
  metrics: "denied",
};

const ALONE = "This credential is only valid for";

export type ScopedWorld = World & {
  /** Opens a task and creates a token limited to it. */
  openTask(): Promise<string>;
  tokenFor(role: Role, task: string): Promise<string>;
};

/** Tests every route and role with a token for its own task and for another one. */
export function describeScopeMatrix(openWorld: () => Promise<ScopedWorld>): void {
  let world: ScopedWorld;
  let server: OpenServer;
  beforeAll(async () => {
    world = await openWorld();
    server = await openServer(world.engine);
  });
  afterAll(() => server.close());

  it("has a cell for every route of the contract and for nothing else", () => {
    expect(ROUTES.map(({ name }) => name).toSorted()).toEqual(Object.keys(SCOPES).toSorted());
  });

  const guarded = ROUTES.filter(({ route }) => route["x-roles"] !== "public");

  describe.each(guarded)("$name", ({ name, route }) => {
    const row = rowOf(name);
    const scope = Object.entries(SCOPES).find(([known]) => known === name)?.[1];
    if (row === undefined || scope === undefined) throw new Error(`${name} has no cell`);
    const isPost = route.method === "post";
    const send = (token: string, task: string): Promise<TestResponse> => {
      const named = { ...world, task };
      const asked: TestRequest = {
        method: route.method.toUpperCase(),
        path: pathOf(route, row, named),
        headers: {
          authorization: `Bearer ${token}`,
          ...(isPost && { "content-type": "application/json" }),
        },
        onlyBeginning: true,
        ...(isPost && { body: JSON.stringify(row.body?.(named) ?? {}) }),
      };
      return ask(server.url, asked);
    };

    it.each(rolesOf(row))(
      "with a token of the role %s for its task and for another",
      async (role) => {
        const own = await world.openTask();
        const token = await world.tokenFor(role, own);
        const onOwn = await send(token, own);
        const onOther = await send(token, world.task);

        if (scope === "denied") {
          expect([onOwn.status, codeOf(onOwn)]).toEqual([ERROR_STATUS.forbidden, "forbidden"]);
          expect(onOwn.text).toContain(ALONE);
        } else expect(onOwn.text).not.toContain(ALONE);
        if (scope === "filtered") expect(onOther.status).toBe(200);
        else if (scope === "task" && !isPost)
          expect(["forbidden", "not_found"]).toContain(codeOf(onOther));
        else
          expect([onOther.status, codeOf(onOther)]).toEqual([ERROR_STATUS.forbidden, "forbidden"]);
        const path = pathOf(route, row, world);
        const told = path.includes(world.task) ? "" : onOther.text;
        expect(told).not.toContain(world.task);
      },
    );
  });
}
