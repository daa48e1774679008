import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type ProofProblem, proofResult } from "@countersign/core";
import { z } from "zod";
import { verifyClone } from "../../../packages/cli/src/verify/verify-clone.ts";
import type { Lab } from "./lab.ts";

type Code = ProofProblem["code"];

/** What a verifier says about all moves of a repository. */
export type Answer = { result: string; problems: string[] };

const STRANGER = fileURLToPath(new URL("../../stranger/verify.py", import.meta.url));

/** What only a verifier finds that resolves the policy, compiles the plan, decides again and reads checkpoints. */
const REPLAYED: ReadonlySet<string> = new Set<Code>([
  "policy_other",
  "plan_other",
  "requirement_other",
  "requirement_missing",
  "loosening_told",
  "decision_other",
  "decision_incomplete",
  "address_missing",
  "release_unknown",
  "checkpoint_other",
  "checkpoint_signature",
  "cosignature_other",
  "witness_below_required",
]);

/** Asks our verifier about every move after the root. `unreplayed` leaves out what only a replay finds. */
export async function askOurs(
  directory: string,
  { past }: Pick<Lab, "past">,
  root: string | undefined,
): Promise<Answer & { unreplayed: string }> {
  const report = await verifyClone({
    ...{ directory, revision: `${past[0]?.commit}..refs/heads/main`, target: "main", root },
  });
  const others = report.problems.filter(({ code }) => !REPLAYED.has(code));
  return {
    result: report.result,
    problems: [...new Set(report.problems.map(({ code }) => code))],
    unreplayed: proofResult(others),
  };
}

/** True if a verifier that does not replay can find this problem. */
export const isFoundWithoutReplay = (code: Code): boolean => !REPLAYED.has(code);

const StrangersAnswer = z.strictObject({
  result: z.string(),
  problems: z.array(z.string()),
  replayed: z.literal(false),
  witnesses: z.literal(false),
});

/** Asks the verifier that was written from the document alone. */
export async function askStranger(folder: string, root: string | undefined): Promise<Answer> {
  const args = [STRANGER, folder, "main", ...(root === undefined ? [] : [root])];
  const { stdout } = await promisify(execFile)("python3", args, { encoding: "utf8" });
  return StrangersAnswer.parse(JSON.parse(stdout));
}
