import { describe, expect, it } from "vitest";
import { DECIDER_VERSION } from "../decision/decide.ts";
import type { Policy } from "../policy/policy.ts";
import { agent, type Scenario, scenario } from "../testing/scenario.ts";
import type { LogEntry } from "./model/events.ts";
import { replay } from "./replay.ts";

const known =
  (...policies: readonly Policy[]) =>
  (digest: string) =>
    policies.find((policy) => policy.digest === digest);

/** A round with a clarification, and a checkup before it. */
function played(): Scenario {
  const play = scenario({ policy: { profile: "panel" } });
  play.claim();
  play.report("milestone");
  play.planCheckup();
  play.checkupVerdict("concerns", agent("codex"));
  play.checkupVerdict("approved", agent("gemini"));
  play.submit();
  play.plan();
  play.passChecks();
  play.verdict("panel", "concerns", agent("codex"));
  play.verdict("panel", "concerns", agent("gemini"));
  play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
  play.verdict("panel", "approved", agent("codex"));
  play.verdict("panel", "approved", agent("gemini"));
  return play;
}

function changed(log: readonly LogEntry[], index: number, event: LogEntry["event"]): LogEntry[] {
  return log.map((entry, at) => (at === index ? { ...entry, event } : entry));
}

describe("replay", () => {
  it("makes every decision again to the same bytes", () => {
    const { log, policy } = played();
    const decisions = log.filter(({ event }) => "decision" in event);

    const again = replay(log, known(policy));

    expect(again.map(({ result }) => result)).toEqual(decisions.map(() => "equal"));
    expect(again.map(({ seq }) => seq)).toEqual(decisions.map(({ seq }) => seq));
    expect(again.length).toBe(9);
    expect(again.map(({ decision, again }) => decision === again)).not.toContain(true);
    expect(again.map(({ again }) => again)).toEqual(again.map(({ decision }) => decision));
  });

  it("says so when the policy of a decision is not known", () => {
    const { log } = played();

    const [first] = replay(log, known());

    expect(first).toMatchObject({ result: "unknown_policy", again: null });
  });

  it("uses the policy that each decision was made under", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.plan();
    const before = play.policy;
    play.usePolicy({ profile: "modes", limits: { attempts: 5 } });
    play.engine({ type: "policy_changed" });

    const results = replay(play.log, known(before, play.policy)).map(({ result }) => result);
    expect(results).toEqual(["equal", "equal"]);
    expect(replay(play.log, known(play.policy)).map(({ result }) => result)).toEqual([
      "unknown_policy",
      "equal",
    ]);
  });

  it("shows the answer of another version beside the old one instead of hiding it", () => {
    const { log, policy } = played();
    const index = log.findIndex(({ event }) => event.type === "decided");
    const event = log[index]?.event;
    if (event?.type !== "decided") throw new Error("no decision");
    const older = { ...event.decision, deciderVersion: DECIDER_VERSION + 1 };

    const found = replay(changed(log, index, { type: "decided", decision: older }), known(policy));

    const other = found.filter(({ result }) => result === "other_version");
    expect(other.map(({ again }) => again?.deciderVersion)).toEqual([DECIDER_VERSION]);
  });

  it("a tampered verdict shows as different", () => {
    const { log, policy } = played();
    const index = log.findIndex(({ event }) => event.type === "verdict_recorded");
    const event = log[index]?.event;
    if (event?.type !== "verdict_recorded") throw new Error("no verdict");

    const found = replay(
      changed(log, index, { ...event, verdict: { ...event.verdict, opinion: "blocker" } }),
      known(policy),
    );

    expect(found.some(({ result }) => result === "different")).toBe(true);
  });

  it("a tampered decision shows as different", () => {
    const { log, policy } = played();
    const index = log.findIndex(({ event }) => event.type === "decided");
    const event = log[index]?.event;
    if (event?.type !== "decided") throw new Error("no decision");

    const forged = { ...event, decision: { ...event.decision, effect: "advance" as const } };
    const found = replay(changed(log, index, forged), known(policy));

    expect(found.map(({ result }) => result).filter((result) => result !== "equal")).toEqual([
      "different",
    ]);
  });

  it.each(["decided", "checkup_decided"] as const)(
    "a decision without its round or checkup (%s) shows as different",
    (type) => {
      const { log, policy } = played();
      const found = log.find(({ event }) => event.type === type)?.event;
      if (found === undefined || !("decision" in found)) throw new Error("no decision");
      const [created] = log;
      if (created === undefined) throw new Error("no log");

      const forged = [created, { ...created, seq: 2, event: { type, decision: found.decision } }];

      expect(replay(forged, known(policy))).toMatchObject([
        { seq: 2, result: "different", again: null },
      ]);
    },
  );

  it("of an empty log makes nothing", () => {
    expect(replay([], known())).toEqual([]);
  });

  it("a decision cannot be the first entry", () => {
    const { log, policy } = played();
    const first = log.find(({ event }) => event.type === "decided");
    if (first === undefined) throw new Error("no decision");

    expect(() => replay([first], known(policy))).toThrow("a log begins with `created`");
  });
});
