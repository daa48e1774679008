import { describe, expect, it } from "vitest";
import { agent, check, person, scenario } from "../../testing/scenario.ts";

const FOUR_EYES = {
  profile: "modes",
  trust: { separation: "four_eyes" },
  people: { owner: ["ana", "ben"] },
};

const sams = { ...agent("agent-1"), sponsor: "sam" };
const anas = { ...agent("agent-2"), sponsor: "ana" };

describe("the people behind the work", () => {
  it("are the sponsors of every agent that claimed or submitted", () => {
    const play = scenario({ policy: FOUR_EYES });
    play.send({ type: "claim" }, sams);
    expect(play.task.sponsors).toEqual(["sam"]);
    play.wait(48 * 3_600_000);
    play.send({ type: "lease_expired" }, { id: "system", kind: "system", planner: false });
    play.send({ type: "claim" }, anas);
    expect(play.task.sponsors).toEqual(["sam", "ana"]);
  });

  it("are none where no agent has a sponsor, which four eyes refuse", () => {
    const open = scenario();
    open.send({ type: "claim" }, agent("agent-1"));
    expect(open.task.sponsors).toBeUndefined();
    const strict = scenario({ policy: FOUR_EYES });
    expect(strict.try({ type: "claim" }, agent("agent-1"))).toBe("forbidden");
    expect(strict.try({ type: "claim" }, person("ana"))).toBe("ok");
    expect(strict.task.sponsors).toBeUndefined();
  });

  it("override nothing, dismiss nothing and loosen no mode with four eyes", () => {
    const play = scenario({ policy: FOUR_EYES });
    play.send({ type: "claim" }, { ...agent("agent-1"), sponsor: "ana" });
    play.submit();
    play.plan();
    play.passChecks();
    const override = { type: "override", reason: "now" } as const;
    expect(play.try(override, person("ana"))).toBe("self_review");
    play.send({ type: "change_mode", mode: "skip" }, person("ana"));
    expect(play.task.modeChoices.at(-1)).toEqual({ mode: "skip", by: "author" });
    expect(play.state).toBe("reviewing");
    expect(play.try(override, person("ben"))).toBe("ok");
  });

  it("set no verdict aside, but may name another person", () => {
    const play = scenario({ policy: { ...FOUR_EYES, people: { owner: ["ana"] } } });
    play.send({ type: "claim" }, { ...agent("agent-1"), sponsor: "ana" });
    play.submit();
    play.plan();
    play.verdict("check:secrets", "blocker", check("secrets"));
    const verdict = play.task.round?.verdicts.items[0]?.id ?? "";
    const aside = { type: "release", resolutions: [{ do: "set_aside", verdict }] } as const;
    expect(play.try({ ...aside, resolutions: [...aside.resolutions] }, person("ana"))).toBe(
      "self_review",
    );
    const reject = { type: "release", resolutions: [{ do: "reject" }] } as const;
    expect(play.try({ ...reject, resolutions: [...reject.resolutions] }, person("ana"))).toBe("ok");
  });
});

describe("the log", () => {
  it("keeps the credential of whoever acted, and nothing in the state", () => {
    const credential = { id: "tok_1", role: "author" };
    const play = scenario();
    play.send({ type: "claim" }, { ...agent("agent-1"), credential });
    expect(play.logged).toMatchObject([{ type: "claimed", credential }]);
    expect(JSON.stringify(play.task)).not.toContain("tok_1");
    play.submit();
    expect(play.logged.map((event) => event.credential)).toEqual([undefined]);
  });
});
