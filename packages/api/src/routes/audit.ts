import { z } from "zod";
import { AuditEntryPage, AuditRecordPage, AuditView, ReplayPage } from "../schemas/audit.ts";
import { Limit, Moment } from "../schemas/query-values.ts";
import { Cursor, Nothing, type Role, TaskPrefix } from "../schemas/words.ts";
import { getRoute, postRoute } from "./route.ts";

const READERS: readonly Role[] = ["viewer", "human", "admin"];
const SealHash = z.string().min(1).max(200).nullable();
const paging = { limit: Limit.optional(), after: Cursor.optional() };

export const auditRoutes = {
  audit: getRoute({
    id: "audit",
    path: "/audit",
    summary: "Show the last seals and the state of sealing",
    roles: READERS,
    params: Nothing,
    query: Nothing,
    reply: AuditView,
  }),
  listAuditEntries: getRoute({
    id: "listAuditEntries",
    path: "/audit/entries",
    summary: "List all actions, newest first",
    roles: READERS,
    params: Nothing,
    query: z.strictObject({
      task: TaskPrefix.optional(),
      /** Only the organisation's own log, or only those of its tasks. */
      about: z.enum(["organisation", "tasks"]).optional(),
      since: Moment.optional(),
      ...paging,
    }),
    reply: AuditEntryPage,
  }),
  exportAudit: getRoute({
    id: "exportAudit",
    path: "/audit/records",
    summary: "Export the sealed log as lines that can be verified with the public key alone",
    roles: ["human", "admin"],
    params: Nothing,
    query: z.strictObject({ since: Moment.optional(), ...paging }),
    reply: AuditRecordPage,
  }),
  acceptLoss: postRoute({
    id: "acceptLoss",
    path: "/audit/accept",
    summary: "Accept a missing seal and continue",
    roles: ["human"],
    params: Nothing,
    body: z.strictObject({
      /** The hash of the last seal outside the database that the person was shown; null if there was none. */
      outside: SealHash,
      /** The hash of the last seal in the database that the person was shown; null if there was none. */
      inside: SealHash,
      reason: z.string().trim().min(1).max(10_000),
    }),
    reply: AuditView,
  }),
  rotateSealKey: postRoute({
    id: "rotateSealKey",
    path: "/audit/rotate",
    summary: "Rotate the seal key; the old key signs the new one",
    roles: ["admin"],
    params: Nothing,
    body: Nothing,
    reply: AuditView,
  }),
  replay: getRoute({
    id: "replay",
    path: "/replay",
    summary: "Replay decisions from the log, ordered by task id",
    roles: READERS,
    params: Nothing,
    query: z.strictObject({ task: TaskPrefix.optional(), ...paging }),
    reply: ReplayPage,
  }),
};
