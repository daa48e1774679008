import { describe, expect, it } from "vitest";
import type { Mode } from "../../policy/words.ts";
import { barePolicy } from "../../testing/plan-of.ts";
import type { LabelOnTask, ModeChoice, ModeProposal } from "../schema.ts";
import { resolveMode } from "./resolve-mode.ts";

type By = LabelOnTask["by"];

function label(name: string, by: By = "person"): LabelOnTask {
  return { name, by };
}

function choice(mode: Mode, by: ModeProposal["by"] = "person"): ModeProposal {
  return { mode, by };
}

function resolved(words: readonly (LabelOnTask | ModeProposal)[], file = {}): ModeChoice {
  return resolveMode(
    {
      labels: words.filter((word) => "name" in word),
      modeChoices: words.filter((word) => "mode" in word),
    },
    barePolicy(file),
  );
}

describe("the mode without a word from anybody", () => {
  it("is batch [C14]", () => {
    expect(resolved([])).toEqual({
      mode: "batch",
      because: { entry: "modes.default", fact: "the default mode" },
      mayAutoApprove: true,
    });
  });

  it("is what the policy says", () => {
    expect(resolved([], { modes: { default: "auto" } }).mode).toBe("auto");
  });
});

describe("label rules", () => {
  it.each([
    ["security", "per-task", false],
    ["docs", "skip", true],
    ["trivial", "auto", true],
  ])("give %s put on by a person the mode %s [R-069] [R-071]", (name, mode, mayAutoApprove) => {
    expect(resolved([label(name)])).toEqual({
      mode,
      because: { entry: `modes.labels.${name}`, fact: `label ${name} put on by a person` },
      mayAutoApprove,
    });
  });

  it.each([
    ["hotfix", "per-task", true],
    ["legal", "auto", false],
  ])("give %s the mode %s where the policy says so", (name, mode, mayAutoApprove) => {
    const labels = { hotfix: { mode: "per-task" }, legal: { mode: "auto", autoApprove: false } };

    expect(resolved([label(name)], { modes: { labels } })).toMatchObject({ mode, mayAutoApprove });
  });

  it.each([
    ["review:per-task", "per-task"],
    ["review:batch", "batch"],
    ["review:auto", "auto"],
    ["review:auto-approve", "auto"],
    ["review:skip", "skip"],
  ])("are not needed for %s, which names its mode [R-069] [D6]", (name, mode) => {
    expect(resolved([label(name)])).toMatchObject({
      mode,
      because: { entry: "modes", fact: `label ${name} put on by a person` },
    });
  });

  it.each(["skip", "review:", "review:never", "Review:skip", "constructor", "xreview:skip"])(
    "do not know %s",
    (name) => {
      expect(resolved([label(name)]).because.entry).toBe("modes.default");
    },
  );

  it.each([
    [["docs", "security"], "per-task", "modes.labels.security"],
    [["review:skip", "trivial"], "auto", "modes.labels.trivial"],
    [["review:per-task", "security"], "per-task", "modes"],
  ])("in conflict give the strictest: %j [H7]", (names, mode, entry) => {
    const there = resolved(names.map((name) => label(name)));

    expect(there).toMatchObject({ mode, because: { entry } });
    expect(resolved(names.toReversed().map((name) => label(name)))).toEqual(there);
  });
});

describe("a person's word", () => {
  it.each<[Mode]>([["per-task"], ["batch"], ["auto"], ["skip"]])("chooses %s [R-003]", (mode) => {
    expect(resolved([choice(mode)])).toMatchObject({
      mode,
      because: { entry: "modes", fact: `${mode} chosen by a person` },
    });
  });

  it("wins over labels of a tracker, the planner and the author [R-070] [C14]", () => {
    const words = [
      choice("auto"),
      label("security", "tracker"),
      choice("per-task", "planner"),
      choice("per-task", "author"),
    ];

    expect(resolved(words).mode).toBe("auto");
  });

  it("counts with the strictest of several", () => {
    expect(resolved([choice("skip"), label("review:batch"), choice("auto")]).mode).toBe("batch");
  });
});

describe("the planner", () => {
  it("may make it stricter", () => {
    expect(resolved([choice("per-task", "planner")])).toMatchObject({
      mode: "per-task",
      because: { entry: "modes", fact: "per-task chosen by the planner" },
    });
  });

  it("may choose down to the floor and no further [R-070] [C14]", () => {
    const modes = { floor: "auto" };

    expect(resolved([choice("auto", "planner")], { modes }).mode).toBe("auto");
    expect(resolved([choice("skip", "planner")], { modes })).toMatchObject({
      mode: "auto",
      because: { entry: "modes.floor", fact: "the planner may not choose skip" },
    });
  });

  it("has the floor batch by default and auto in the profile modes [R-070]", () => {
    expect(resolved([choice("auto", "planner")])).toMatchObject({
      mode: "batch",
      because: { entry: "modes.default", fact: "the planner may not choose auto" },
    });
    expect(
      resolveMode(
        { labels: [], modeChoices: [choice("auto", "planner")] },
        barePolicy({ profile: "modes" }),
      ).mode,
    ).toBe("auto");
  });

  it("is not bound to a floor stricter than the default", () => {
    const modes = { default: "auto", floor: "per-task" };

    expect(resolved([choice("auto", "planner")], { modes }).because.entry).toBe("modes");
    expect(resolved([choice("skip", "planner")], { modes })).toMatchObject({
      mode: "auto",
      because: { entry: "modes.default" },
    });
  });

  it("is bound by its labels as by its words", () => {
    expect(resolved([label("docs", "planner")]).mode).toBe("batch");
    expect(resolved([label("security", "planner")])).toMatchObject({
      mode: "per-task",
      because: { entry: "modes.labels.security", fact: "label security put on by the planner" },
    });
  });
});

describe("authors and unauthenticated labels", () => {
  it.each<By>(["author", "tracker"])("cannot loosen the mode (%s) [H7]", (by) => {
    const words = [label("docs", by), label("review:skip", by), label("trivial", by)];

    expect(resolved(words).because).toEqual({
      entry: "modes.default",
      fact: "the default mode",
    });
  });

  it("cannot loosen it by a proposal", () => {
    expect(resolved([choice("skip", "author")]).mode).toBe("batch");
  });

  it.each<[LabelOnTask | ModeProposal, string, string]>([
    [label("security", "author"), "modes.labels.security", "label security put on by the author"],
    [label("security", "tracker"), "modes.labels.security", "label security put on by the tracker"],
    [choice("per-task", "author"), "modes", "per-task chosen by the author"],
  ])("can make it stricter: %j", (word, entry, fact) => {
    expect(resolved([word])).toMatchObject({ mode: "per-task", because: { entry, fact } });
  });

  it("can make the planner's choice stricter", () => {
    const words = [choice("auto", "planner"), label("review:batch", "tracker")];

    expect(resolved(words, { modes: { floor: "skip" } }).mode).toBe("batch");
  });

  it("leave the reason alone when they ask for what is there already", () => {
    expect(resolved([label("review:batch", "tracker")]).because.entry).toBe("modes.default");
  });
});

describe("labels of a trusted tracker", () => {
  const trust = { trackerLabels: "trusted" };

  it("may loosen the mode", () => {
    expect(resolved([label("docs", "tracker")], { trust })).toMatchObject({
      mode: "skip",
      because: { entry: "modes.labels.docs", fact: "label docs put on by the tracker" },
    });
  });

  it("win over the planner, and the author may still tighten", () => {
    const words = [label("docs", "tracker"), choice("per-task", "planner")];

    expect(resolved(words, { trust }).mode).toBe("skip");
    expect(resolved([...words, choice("auto", "author")], { trust }).mode).toBe("auto");
  });

  it("leave the planner's choice where there are none", () => {
    expect(resolved([choice("per-task", "planner")], { trust }).mode).toBe("per-task");
  });
});

describe("approval without a person", () => {
  it.each<By>(["person", "planner", "author", "tracker"])(
    "is forbidden by a label rule whoever put the label on (%s) [R-071] [D6] [H7]",
    (by) => {
      expect(resolved([choice("auto"), label("security", by)])).toMatchObject({
        mode: by === "person" ? "per-task" : "auto",
        mayAutoApprove: false,
      });
    },
  );

  it("is forbidden everywhere if the policy says so", () => {
    const modes = { autoApprove: { enabled: false } };

    expect(resolved([choice("auto")], { modes }).mayAutoApprove).toBe(false);
  });
});
