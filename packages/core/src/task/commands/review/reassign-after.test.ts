import { expect, it } from "vitest";
import { agent, scenario } from "../../../testing/scenario.ts";

/** The peers of three rounds, each of which raises concerns. */
function peers(reassignAfter: number): string[] {
  const roster = ["agent-1", "agent-2", "agent-3"].map((id) => ({
    id,
    kind: "agent" as const,
    department: "engineering",
    load: 0,
  }));
  const play = scenario({ policy: { profile: "cycles", limits: { reassignAfter } }, roster });
  return ["1", "2", "3"].map((tree) => {
    play.claim();
    play.submit(tree);
    play.plan();
    play.passChecks();
    const { requirements = [] } = play.task.round?.plan ?? {};
    const peer = requirements.find(({ id }) => id === "layer:peer")?.who[0] ?? "";
    play.verdict("layer:peer", "concerns", agent(peer), [{ quote: tree }]);
    return peer;
  });
}

it.each([
  [1, ["agent-2", "agent-3", "agent-2"]],
  [2, ["agent-2", "agent-2", "agent-3"]],
  [3, ["agent-2", "agent-2", "agent-2"]],
])("limits.reassignAfter: %i", (reassignAfter, expected) => {
  expect(peers(reassignAfter)).toEqual(expected);
});
