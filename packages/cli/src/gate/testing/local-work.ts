import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GateLab, openGateLab } from "./gate-lab.ts";

/** Put together so that no scanner takes this file for a leak. */
export const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
export const OPEN_WORK = ["// TO", "DO later\n"].join("");
const SKIPPED = ["test", "skip"].join(".");
export const FAST = { preset: "fast", prepare: { run: null } } as const;

/** A repository on a branch of an agent's work. */
export function openWork(config?: object): GateLab {
  const lab = openGateLab(config);
  lab.git("switch", "--quiet", "-c", "agent/work");
  return lab;
}

export function skipTest(lab: GateLab): void {
  const text = readFileSync(join(lab.repository, "a.test.js"), "utf8");
  lab.write("a.test.js", text.replace('test("adds"', `${SKIPPED}("adds"`));
}
