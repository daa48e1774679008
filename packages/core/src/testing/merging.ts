import { type Scenario, scenario } from "./scenario.ts";

/** A task whose approved work is being merged. */
export function merging(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  play.approve();
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  return play;
}
