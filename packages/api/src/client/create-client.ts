import { contract } from "../contract.ts";
import type { StreamLine } from "../schemas/replies.ts";
import { bindRoute, type Connection } from "./call.ts";
import { followEvents, type OnLink } from "./follow-events.ts";

export type ClientSettings = {
  /** The address of the engine, such as `http://127.0.0.1:4711`. */
  baseUrl: string;
  /** Omit to call only public routes. */
  token?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
};

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Creates a client with one method per route of the contract. Refusals are thrown as the
 * `CountersignError` that the engine threw; without a response the code is `unreachable` or
 * `timed_out`.
 */
export function createClient({ baseUrl, token, fetch, timeoutMs }: ClientSettings) {
  const connection: Connection = {
    baseUrl,
    token,
    fetch: fetch ?? globalThis.fetch,
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  return {
    health: bindRoute(connection, contract.health),
    describe: bindRoute(connection, contract.describe),
    me: bindRoute(connection, contract.me),
    status: bindRoute(connection, contract.status),
    listRepositories: bindRoute(connection, contract.listRepositories),
    addRepository: bindRoute(connection, contract.addRepository),
    removeRepository: bindRoute(connection, contract.removeRepository),
    releaseRepository: bindRoute(connection, contract.releaseRepository),
    readPolicy: bindRoute(connection, contract.readPolicy),
    listTasks: bindRoute(connection, contract.listTasks),
    inbox: bindRoute(connection, contract.inbox),
    createTask: bindRoute(connection, contract.createTask),
    showTask: bindRoute(connection, contract.showTask),
    readLog: bindRoute(connection, contract.readLog),
    showDiff: bindRoute(connection, contract.showDiff),
    why: bindRoute(connection, contract.why),
    tryModes: bindRoute(connection, contract.tryModes),
    readFeedback: bindRoute(connection, contract.readFeedback),
    claim: bindRoute(connection, contract.claim),
    submit: bindRoute(connection, contract.submit),
    submitWork: bindRoute(connection, contract.submitWork),
    recordVerdict: bindRoute(connection, contract.recordVerdict),
    dispose: bindRoute(connection, contract.dispose),
    reportEvent: bindRoute(connection, contract.reportEvent),
    approve: bindRoute(connection, contract.approve),
    redo: bindRoute(connection, contract.redo),
    reject: bindRoute(connection, contract.reject),
    override: bindRoute(connection, contract.override),
    release: bindRoute(connection, contract.release),
    undo: bindRoute(connection, contract.undo),
    ...bindReviewers(connection),
    changeMode: bindRoute(connection, contract.changeMode),
    reopen: bindRoute(connection, contract.reopen),
    cancel: bindRoute(connection, contract.cancel),
    putOff: bindRoute(connection, contract.putOff),
    takeUp: bindRoute(connection, contract.takeUp),
    ...bindHandingOut(connection),
    listTokens: bindRoute(connection, contract.listTokens),
    createToken: bindRoute(connection, contract.createToken),
    revokeToken: bindRoute(connection, contract.revokeToken),
    audit: bindRoute(connection, contract.audit),
    listAuditEntries: bindRoute(connection, contract.listAuditEntries),
    exportAudit: bindRoute(connection, contract.exportAudit),
    acceptLoss: bindRoute(connection, contract.acceptLoss),
    rotateSealKey: bindRoute(connection, contract.rotateSealKey),
    replay: bindRoute(connection, contract.replay),
    listRecurringFindings: bindRoute(connection, contract.listRecurringFindings),
    listPolicyGaps: bindRoute(connection, contract.listPolicyGaps),
    /** Streams events after a cursor; null starts with the first event, `now` with the next one. */
    events: (
      after: string | null,
      signal: AbortSignal,
      onLink?: OnLink,
    ): AsyncGenerator<StreamLine, void, void> => followEvents(connection, after, signal, onLink),
  };
}

function bindReviewers(connection: Connection) {
  return {
    connectReviewer: bindRoute(connection, contract.connectReviewer),
    retryReviewer: bindRoute(connection, contract.retryReviewer),
    requestReview: bindRoute(connection, contract.requestReview),
    cancelReviewer: bindRoute(connection, contract.cancelReviewer),
  };
}

function bindHandingOut(connection: Connection) {
  return {
    nextAssignment: bindRoute(connection, contract.nextAssignment),
    takeAssignment: bindRoute(connection, contract.takeAssignment),
    showSprint: bindRoute(connection, contract.showSprint),
    startSprint: bindRoute(connection, contract.startSprint),
    pauseSprint: bindRoute(connection, contract.pauseSprint),
    resumeSprint: bindRoute(connection, contract.resumeSprint),
    addToSprint: bindRoute(connection, contract.addToSprint),
    stopSprint: bindRoute(connection, contract.stopSprint),
  };
}

export type Client = ReturnType<typeof createClient>;
