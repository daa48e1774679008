import { describe, expect, it } from "vitest";
import { contentOf } from "../../../testing/facts-of.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, type Scenario, scenario } from "../../../testing/scenario.ts";
import { fold } from "../../fold/fold.ts";
import { transition } from "../../transition.ts";
import { isRepeatedSubmission } from "./submission-rules.ts";

/** Sent back by a peer with findings in these files. */
function sentBack(...files: readonly string[]): Scenario {
  const play = scenario({ policy: { profile: "cycles" } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  const findings = files.map((file, index) => ({ file, line: index + 1, message: `It ${file}` }));
  play.verdict("layer:peer", "concerns", agent("agent-2"), findings);
  return play;
}

describe("findings of work that was sent back", () => {
  it("must each be answered in words, or by a change of their file", () => {
    const play = sentBack("src/a.ts", "src/b.ts");

    expect(refusal(() => play.submit("2", { changedPaths: ["src/a.ts"] }))).toMatchObject({
      code: "unanswered_findings",
      message: "1 finding has no answer: F-2 (b.ts:2)",
      details: { count: 1, findings: "F-2 (b.ts:2)" },
    });
    expect(refusal(() => play.submit("2", { changedPaths: [] })).message).toBe(
      "2 findings have no answer: F-1 (a.ts:1), F-2 (b.ts:2)",
    );
    const answers = [{ finding: "F-2", status: "wont_fix" as const, note: "by design" }];
    play.submit("2", { changedPaths: ["src/a.ts"], answers });
    expect(play.task.round?.number).toBe(2);
  });

  it("are all named up to ten, and all of them for the same tree", () => {
    const play = sentBack(...Array.from({ length: 12 }, (_, index) => `src/${index}.ts`));
    const answers = [{ finding: "F-1", status: "fixed" as const, note: "" }];

    expect(refusal(() => play.submit("1", { answers }))).toMatchObject({
      code: "unanswered_findings",
      message: expect.stringMatching(/^11 findings have no answer: F-2 .*, F-11 \(10\.ts:11\)$/),
    });
  });

  it("need no words where only checks found them, where they name no file, or where changes are unknown", () => {
    const byCheck = scenario({ policy: { profile: "modes" } });
    byCheck.claim();
    byCheck.submit();
    byCheck.plan();
    byCheck.verdict("check:integrity", "concerns", check("integrity"), [{ file: "src/a.ts" }]);
    byCheck.passChecks();
    byCheck.submit("2", { changedPaths: [] });
    const nowhere = scenario({ policy: { profile: "cycles" } });
    nowhere.claim();
    nowhere.submit();
    nowhere.plan();
    nowhere.passChecks();
    nowhere.verdict("layer:peer", "concerns", agent("agent-2"), [{}]);
    nowhere.submit("2", { changedPaths: [] });
    const unknown = sentBack("src/a.ts");
    unknown.submit("2");

    expect([byCheck, nowhere, unknown].map(({ task }) => task.round?.number)).toEqual([2, 2, 2]);
  });

  it("need no words where they are mild", () => {
    const play = scenario({ policy: { profile: "cycles" } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"), [
      { severity: "warning", file: "src/a.ts" },
    ]);
    play.submit("2", { changedPaths: [] });

    expect(play.task.round?.number).toBe(2);
  });

  it("are none where a person sent the work back before it was read", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();
    play.redo();
    play.wait(10_000);
    play.submit("2", { changedPaths: [] });

    expect(play.task.round?.number).toBe(2);
  });

  it("are not written into the log with what changed", () => {
    const play = sentBack("src/a.ts");
    play.submit("2", { changedPaths: ["src/a.ts"] });

    expect(JSON.stringify(play.logged)).not.toContain("changedPaths");
  });
});

describe("an answer that is no fix", () => {
  it("needs a note", () => {
    const play = sentBack("src/a.ts");
    const answers = [{ finding: "F-1", status: "wont_fix" as const, note: " " }];

    expect(refusal(() => play.submit("2", { answers }))).toMatchObject({
      code: "invalid_input",
      message: "F-1 is wont_fix, which requires a note",
    });
  });

  it("without one counts as a fix where an older release stored it with work that waited", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.verdict("check:secrets", "blocker", check("secrets"));
    const answers = [{ finding: "F-1", status: "answered" as const, note: "no" }];
    play.submit("2", { answers });
    const old = play.log.map((entry) =>
      entry.event.type === "offered"
        ? {
            ...entry,
            event: {
              ...entry.event,
              offer: { ...entry.event.offer, answers: [{ ...answers[0], note: "" }] },
            },
          }
        : entry,
    );
    const task = fold(JSON.parse(JSON.stringify(old)));
    const released = transition(
      task,
      {
        type: "release",
        round: 1,
        tree: contentOf("1").tree,
        offered: contentOf("2").tree,
        resolutions: [{ do: "set_aside", verdict: "vrd_2" }],
      },
      play.context({ id: "ana", kind: "human", planner: false }),
    );

    expect(released.task.findings[0]?.disposition).toEqual({ is: "fixed" });
  });
});

describe("a task that used its attempts", () => {
  function usedUp(): Scenario {
    const play = scenario({ policy: { profile: "cycles", limits: { attempts: 1 } } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"));
    return play;
  }

  it("takes no more work until a person grants more [R-138]", () => {
    const play = usedUp();

    expect(refusal(() => play.submit("2"))).toMatchObject({
      code: "rounds_used",
      message: "1 of 1 rounds are used; cs-test was escalated to ana",
      details: { attempts: 1, person: "ana" },
    });
    play.release([{ do: "grant_attempts", attempts: 2 }]);
    play.submit("2");
    expect(play.task.round?.number).toBe(2);
  });

  it("names the attempts that a person granted", () => {
    const play = usedUp();
    play.release([{ do: "grant_attempts", attempts: 1 }]);
    play.submit("2");
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"));

    expect(refusal(() => play.submit("3")).message).toBe(
      "2 of 2 rounds are used; cs-test was escalated to ana",
    );
  });
});

describe("a repeated submission", () => {
  const same = { content: contentOf("1"), signal: "DONE", answers: [] } as const;
  const repeats = ({ task }: Scenario, more: object = {}, author = "agent-1") =>
    isRepeatedSubmission(task, { ...same, answers: [], ...more }, author);

  function reviewing(): Scenario {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.plan();
    return play;
  }

  it("is the same tree of the same author with the same signal, until the merge is done", () => {
    const play = reviewing();
    const seen = [repeats(play)];
    play.passChecks();
    play.approve();
    seen.push(repeats(play));
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    seen.push(repeats(play));

    expect(seen).toEqual([true, true, true]);
    expect(repeats(play, { content: contentOf("2") })).toBe(false);
    expect(repeats(play, { signal: "PARTIAL" })).toBe(false);
    expect(repeats(play, {}, "agent-2")).toBe(false);
    play.engine({ type: "merged", tree: "1".repeat(40) });
    expect(repeats(play)).toBe(false);
  });

  it("is not what was never submitted or was sent back", () => {
    const open = scenario({ policy: { profile: "modes" } });

    expect([repeats(open), repeats(sentBack("src/a.ts"))]).toEqual([false, false]);
  });

  it("is not one that answers an open finding", () => {
    const play = reviewing();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    const answers = [{ finding: "F-1", status: "fixed", note: "" }];

    expect(play.state).toBe("reviewing");
    expect([repeats(play, { answers }), repeats(play)]).toEqual([false, true]);
    expect(repeats(play, { answers: [{ ...answers[0], finding: "F-9" }] })).toBe(true);
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
    expect(repeats(play, { answers })).toBe(true);
  });

  it("is work that already waits for a release", () => {
    const play = reviewing();
    play.verdict("check:secrets", "blocker", check("secrets"));
    const before = repeats(play, { content: contentOf("2") });
    play.submit("2");

    expect([before, repeats(play, { content: contentOf("2") })]).toEqual([false, true]);
    expect(repeats(play, { content: contentOf("2") }, "agent-2")).toBe(false);
    expect(repeats(play)).toBe(false);
  });
});
