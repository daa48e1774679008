import { plainPolicy } from "../engine/plain-policy.ts";

/** A policy with one command of the project, which nothing prepares. */
export function checksOnly(run: string, owner = "ada"): object {
  return {
    ...plainPolicy(owner),
    prepare: { run: null },
    checks: [{ id: "probe", run, timeout: "1m" }],
  };
}
