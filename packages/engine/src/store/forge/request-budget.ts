import { and, eq, sql } from "drizzle-orm";
import { readClock } from "../../platform/read-clock.ts";
import type { Session } from "../../platform/transact.ts";
import { forgeBudgets } from "../schema/forge-schema.ts";
import { type RequestCost, takeTokens } from "./rate-limits.ts";

/** An installation of our app on a forge. The forge limits each one separately. */
export type InstallationKey = { host: string; installation: number };

/** The longest pause that a forge can ask for. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Takes the tokens of a request from the budget of an installation and returns 0, or returns the milliseconds to
 * wait and takes nothing. Concurrent requests take turns on the row, and the time is that of the database.
 */
export async function reserveRequest(
  session: Session,
  key: InstallationKey,
  cost: RequestCost,
): Promise<number> {
  const { db, org } = session;
  const start = { minuteWrites: new Date(0), hourWrites: new Date(0), points: new Date(0) };
  await db
    .insert(forgeBudgets)
    .values({ orgId: org, ...key, ...start })
    .onConflictDoNothing();
  const [row] = await db.select().from(forgeBudgets).where(isBudget(org, key)).for("update");
  if (row === undefined) throw new Error("The budget of the installation is missing");
  const nowMs = await readClock(session); // after the lock: time passed while we waited for it
  const pausedMs = (row.pausedUntil?.getTime() ?? 0) - nowMs;
  if (pausedMs > 0) return pausedMs;
  const fullAt = {
    minuteWrites: row.minuteWrites.getTime(),
    hourWrites: row.hourWrites.getTime(),
    points: row.points.getTime(),
  };
  const result = takeTokens(fullAt, cost, nowMs);
  if (result.is === "wait") return result.waitMs;
  const { minuteWrites, hourWrites, points } = result.fullAt;
  await db
    .update(forgeBudgets)
    .set({
      minuteWrites: new Date(minuteWrites),
      hourWrites: new Date(hourWrites),
      points: new Date(points),
    })
    .where(isBudget(org, key));
  return 0;
}

/** Stops the requests of an installation, as its forge asked. A shorter pause does not end a longer one. */
export async function pauseRequests(
  { db, org }: Session,
  key: InstallationKey,
  forMs: number,
): Promise<void> {
  const ms = Math.min(Math.max(forMs, 0), MAX_PAUSE_MS);
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;
  const start = { minuteWrites: new Date(0), hourWrites: new Date(0), points: new Date(0) };
  await db
    .insert(forgeBudgets)
    .values({ orgId: org, ...key, ...start, pausedUntil: until })
    .onConflictDoUpdate({
      target: [forgeBudgets.orgId, forgeBudgets.host, forgeBudgets.installation],
      set: { pausedUntil: sql`greatest(${forgeBudgets.pausedUntil}, excluded.paused_until)` },
    });
}

/** Lists the installations that a forge asked to pause, with the end of each pause. */
export async function listPauses({
  db,
  org,
}: Session): Promise<(InstallationKey & { untilMs: number })[]> {
  const rows = await db
    .select()
    .from(forgeBudgets)
    .where(and(eq(forgeBudgets.orgId, org), sql`paused_until > clock_timestamp()`));
  return rows.map(({ host, installation, pausedUntil }) => {
    return { host, installation, untilMs: pausedUntil?.getTime() ?? 0 };
  });
}

function isBudget(org: string, { host, installation }: InstallationKey) {
  return and(
    eq(forgeBudgets.orgId, org),
    eq(forgeBudgets.host, host),
    eq(forgeBudgets.installation, installation),
  );
}
