/** Maximum wait that a server can request, in milliseconds. */
const LONGEST_MS = 3_600_000;

type Headers = Readonly<Record<string, string>>;

/** Returns the requested wait; undefined if the header is missing or invalid. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const exactly = numberIn(headers["retry-after-ms"]);
  if (exactly !== undefined) return bounded(exactly);
  const said = headers["retry-after"];
  const seconds = numberIn(said);
  if (seconds !== undefined) return bounded(seconds * 1_000);
  const date = said === undefined || !said.endsWith("GMT") ? Number.NaN : Date.parse(said);
  return Number.isNaN(date) ? undefined : bounded(date - nowMs);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

function bounded(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), LONGEST_MS));
}
