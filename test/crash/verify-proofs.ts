import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";

const PROOFS = "refs/countersign/proofs/main/000000";
const TRUST = ".countersign/trust.json";

/**
 * Every commit of the target from the root on has one proof, in order, and a verifier proves all of them. The versions
 * of the trust file have no gap and no double number.
 */
export async function verifyProofs(
  directory: string,
  { root, waypoints = 0 }: { root: string | null; waypoints?: number },
): Promise<void> {
  const lines = (...args: string[]) => {
    const out = execFileSync("git", ["-C", directory, ...args], { encoding: "utf8" });
    return out.trim() === "" ? [] : out.trim().split("\n");
  };
  const proven = lines("log", "--reverse", "--format=%s", PROOFS);
  const [first = ""] = proven;
  const commits = lines("rev-list", "--reverse", "--first-parent", "main");
  expect(proven).toEqual(commits.slice(commits.indexOf(first)));

  const versions = lines("log", "--reverse", "--format=%H", "main", "--", TRUST);
  const numbers = versions.map(
    (commit) => JSON.parse(lines("show", `${commit}:${TRUST}`).join("\n")).number,
  );
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(lines("for-each-ref", "refs/countersign/waypoints")).toHaveLength(waypoints);

  const report = await verifyClone({
    ...{ directory, revision: `${first}..main`, target: "main", root: root ?? undefined },
  });
  expect(report).toMatchObject({ result: "proved", problems: [], root: { is: "given" } });
  expect([report.chain.moves, report.moves.length]).toEqual([proven.length, proven.length - 1]);
}
