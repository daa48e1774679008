import { CountersignError, digestText, parseTrustFile, type TrustVersion } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";
import type { TrustRequest } from "../store/organisation/trust-requests.ts";
import { readTrustVersion } from "./read-trust-version.ts";
import type { TrustStep } from "./trust-progress.ts";

/** Reads the trust file that a request is judged by, at the tip or at its waypoint, and the one that it introduces. */
export async function readTrustStep(
  mirror: Pick<Mirror, "readFile">,
  { repo, body }: Pick<TrustRequest, "repo" | "body">,
  tip: string,
): Promise<TrustStep> {
  const at = body.kind === "waypoint" ? body.tip : tip;
  const before = await readTrustVersion(mirror, repo, at);
  const after = body.kind === "waypoint" ? before : toTrustVersion(body.trust);
  if (after === null)
    throw new CountersignError("wrong_state", `The target of ${repo} has no valid trust file`);
  return { body, before: body.kind === "root" ? null : before, after };
}

function toTrustVersion(text: string): TrustVersion | null {
  const file = parseTrustFile(text);
  return file && { sha256: digestText(text), file };
}
