import { describe, expect, it } from "vitest";
import type { Layer } from "../../policy/words.ts";
import { agentOf, assignmentOf, barePolicy, personOf } from "../../testing/plan-of.ts";
import type { Assignment, RosterEntry } from "../schema.ts";
import type { LayerAsk } from "./layer-asks.ts";
import { resolveLayers } from "./resolve-layers.ts";

const BECAUSE = { entry: "chains.x", fact: "type x" };

function ask(layer: Layer, more: Partial<LayerAsk> = {}): LayerAsk {
  return { layer, quorum: 1, delivery: "now", because: [BECAUSE], ...more };
}

type Given = { assignment?: Partial<Assignment>; file?: object; roster?: RosterEntry[] };

function resolved(
  asks: readonly (Layer | LayerAsk)[],
  { assignment = {}, file = {}, roster = [agentOf("claude"), agentOf("dev-2")] }: Given = {},
) {
  return resolveLayers(
    asks.map((it) => (typeof it === "string" ? ask(it) : it)),
    assignmentOf(assignment),
    barePolicy({ ...file }),
    roster,
  );
}

describe("who answers a layer", () => {
  it.each<[Layer, string[], boolean]>([
    ["self", ["claude"], false],
    ["peer", ["dev-2"], false],
    ["department_head", ["cto"], true],
    ["csuite", ["ceo"], true],
    ["owner", ["init-user"], true],
  ])("%s is answered by %j (person: %s) [R-080] [R-081] [R-082]", (layer, who, human) => {
    const { drafts, skipped } = resolved([layer]);

    expect(skipped).toEqual([]);
    expect(drafts).toMatchObject([{ id: `layer:${layer}`, kind: layer, who, human }]);
  });

  it.each([
    ["finance", "cfo"],
    ["marketing", "cmo"],
  ])("the head of %s is %s [R-083]", (department, head) => {
    expect(resolved(["department_head"], { assignment: { department } }).drafts).toMatchObject([
      { who: [head] },
    ]);
  });

  it.each<[Layer, object, string]>([
    ["department_head", { departments: { engineering: { head: "eva" } } }, "eva"],
    ["csuite", { people: { csuite: ["coo"] } }, "coo"],
    ["owner", { people: { owner: ["ana"] } }, "ana"],
  ])("%s is answered by the person of the policy: %j", (layer, file, person) => {
    expect(resolved([layer], { file }).drafts).toMatchObject([{ who: [person], human: true }]);
  });

  it.each<[Layer, Partial<Assignment>, string]>([
    ["self", { assignee: null }, "no_assignee"],
    ["department_head", { department: "poetry" }, "department_unknown"],
    ["department_head", { department: undefined }, "department_unknown"],
  ])(
    "%s is skipped with its reason: %j → %s [R-081] [R-083] [R-085]",
    (layer, assignment, reason) => {
      expect(resolved([layer], { assignment })).toEqual({
        drafts: [],
        skipped: [{ layer, reason, because: BECAUSE }],
      });
    },
  );

  it("peer is skipped with its reason when no other agent can answer [R-082]", () => {
    const assignment = { authors: ["claude", "dev-2"], authorFamily: "claude" };
    const detail =
      "No other agent of engineering is connected as a reviewer of this repository, and the engine can run no agent reviewer of another model family than claude";

    expect(resolved(["peer"], { assignment })).toEqual({
      drafts: [],
      skipped: [{ layer: "peer", reason: "alone", detail, because: BECAUSE }],
    });
  });

  it("csuite and owner are never skipped [R-084]", () => {
    const assignment = { assignee: null, department: undefined, authors: [] };

    expect(resolved(["csuite", "owner"], { assignment, roster: [] }).skipped).toEqual([]);
  });

  it("a head or chief is a person whatever the roster says", () => {
    const roster = [agentOf("cto"), agentOf("ceo")];
    const { drafts } = resolved(["department_head", "csuite"], { roster });

    expect(drafts.map(({ human }) => human)).toEqual([true, true]);
  });

  it("a head or chief that the policy itself lists as an agent is none", () => {
    const file = { departments: { engineering: { head: "cto", agents: ["cto", "ceo"] } } };
    const roster = [agentOf("cto"), agentOf("ceo")];
    const { drafts } = resolved(["department_head", "csuite"], { file, roster });

    expect(drafts.map(({ human }) => human)).toEqual([false, false]);
  });

  it("a head that is an agent and cannot answer is passed over, with the reason", () => {
    const file = {
      people: { csuite: ["bot", "ceo"] },
      departments: { engineering: { head: "cto", agents: ["cto", "bot"] } },
    };
    const fact = "cto cannot answer now, so ceo does";
    const because = [BECAUSE, { entry: "departments.engineering.head", fact }];

    expect(resolved(["department_head"], { file, roster: [] }).drafts).toMatchObject([
      { who: ["ceo"], human: true, because },
    ]);
  });

  it("the owner is a person whatever the roster says [H6]", () => {
    expect(resolved(["owner"], { roster: [agentOf("init-user")] }).drafts).toMatchObject([
      { human: true },
    ]);
  });

  it.each([
    ["one of several is a person", [agentOf("ceo"), personOf("cro")]],
    ["one of several is unknown", [agentOf("ceo")]],
    ["one name is both", [agentOf("ceo"), agentOf("cro"), personOf("cro")]],
  ])("only people may answer if %s", (_, roster) => {
    const file = { people: { csuite: ["ceo", "cro"] } };

    expect(resolved(["csuite"], { file, roster }).drafts).toMatchObject([
      { who: ["ceo", "cro"], human: true },
    ]);
  });
});

describe("an author", () => {
  const people = { owner: ["ana", "ben"], csuite: ["ceo"], substitutes: { cto: ["dee", "eve"] } };

  it.each<[Layer, string[], string[]]>([
    ["department_head", ["cto"], ["dee", "eve"]],
    ["department_head", ["cto", "dee"], ["eve"]],
    ["department_head", ["cto", "dee", "eve"], ["ceo"]],
    ["department_head", ["cto", "dee", "eve", "ceo"], ["ana", "ben"]],
    ["csuite", ["ceo"], ["ana", "ben"]],
    ["owner", ["ana"], ["ben"]],
    ["owner", ["ana", "ben"], ["nobody"]],
  ])("is replaced at %s when %j wrote the work, by %j [C10]", (layer, authors, who) => {
    expect(resolved([layer], { assignment: { authors }, file: { people } }).drafts).toMatchObject([
      { who, human: true },
    ]);
  });

  it("is replaced by the substitutes of chief and owner", () => {
    const file = {
      people: { csuite: ["ceo"], owner: ["ana"], substitutes: { ceo: ["x"], ana: ["y"] } },
    };
    const assignment = { authors: ["ceo", "ana"] };

    expect(resolved(["csuite", "owner"], { assignment, file }).drafts).toMatchObject([
      { who: ["x"] },
      { who: ["y"] },
    ]);
  });

  it("answers self though it is an author [C10]", () => {
    expect(resolved(["self"]).drafts).toMatchObject([{ who: ["claude"], human: false }]);
  });
});

describe("the terms of a layer", () => {
  it("give a person until the last reminder, no retry and no budget", () => {
    expect(resolved(["owner"]).drafts).toEqual([
      {
        id: "layer:owner",
        kind: "owner",
        table: "chain",
        who: ["init-user"],
        human: true,
        quorum: 1,
        delivery: "now",
        onUnavailable: "complete",
        timeoutMs: 86_400_000,
        retries: 0,
        budgetUsd: null,
        layers: ["owner"],
        because: [BECAUSE],
      },
    ]);
  });

  it("give a person a day if there are no reminders", () => {
    const file = { limits: { reminders: [] } };

    expect(resolved(["owner"], { file }).drafts).toMatchObject([{ timeoutMs: 86_400_000 }]);
  });

  it("give an agent the machines' deadline once, and the budget of a review", () => {
    const file = {
      limits: { machineDeadline: "7m", costUsdPerReview: 3 },
      onUnavailable: "escalate",
    };

    expect(resolved(["peer"], { file }).drafts).toMatchObject([
      { timeoutMs: 420_000, retries: 0, budgetUsd: 3, onUnavailable: "escalate" },
    ]);
  });

  it("ask as many peers as the quorum needs, and keep the quorum when there are fewer", () => {
    const roster = [agentOf("a"), agentOf("b"), agentOf("c")];

    expect(resolved([ask("peer", { quorum: 2 })], { roster }).drafts).toMatchObject([
      { who: ["a", "b"], quorum: 2 },
    ]);
    expect(resolved([ask("peer", { quorum: 4 })], { roster }).drafts).toMatchObject([
      { who: ["a", "b", "c"], quorum: 4 },
    ]);
  });
});

describe("consecutive layers of one person", () => {
  const people = { owner: ["ana"], csuite: ["ana"] };

  it("become one requirement that names them all", () => {
    const { drafts } = resolved(["self", "csuite", "owner"], { file: { people } });

    expect(drafts.map(({ id, layers }) => [id, layers])).toEqual([
      ["layer:self", ["self"]],
      ["layer:owner", ["csuite", "owner"]],
    ]);
    expect(drafts[1]).toMatchObject({ kind: "owner", who: ["ana"], because: [BECAUSE, BECAUSE] });
  });

  it("become one across a skipped layer, and three become one too", () => {
    const file = { people, departments: { engineering: { head: "ana", agents: [] } } };
    const { drafts } = resolved(["department_head", "peer", "csuite", "owner"], {
      file,
      roster: [],
    });

    expect(drafts).toMatchObject([
      { id: "layer:owner", layers: ["department_head", "csuite", "owner"] },
    ]);
  });

  it("take the stricter terms of both", () => {
    const queued = ask("owner", { delivery: "queue", satisfiedBy: "autoApprove", quorum: 2 });
    const { drafts } = resolved(["csuite", queued], { file: { people } });

    expect(drafts).toMatchObject([{ delivery: "now", quorum: 2 }]);
    expect(drafts[0]).not.toHaveProperty("satisfiedBy");
  });

  it("stay a person's if one of them must be", () => {
    const roster = [agentOf("ana")];

    for (const asks of [
      ["csuite", "owner"],
      ["owner", "csuite"],
    ] as const) {
      expect(resolved(asks, { file: { people }, roster }).drafts).toMatchObject([
        { human: true, timeoutMs: 86_400_000, retries: 0, budgetUsd: null },
      ]);
    }
  });

  it.each<[string, Layer[], object]>([
    ["not next to each other", ["csuite", "peer", "owner"], { people }],
    ["several people", ["csuite", "owner"], { people: { owner: ["a", "b"], csuite: ["a", "b"] } }],
    ["one of several", ["csuite", "owner"], { people: { owner: ["a"], csuite: ["a", "b"] } }],
    ["one, then several", ["csuite", "owner"], { people: { owner: ["a", "b"], csuite: ["a"] } }],
    ["two people", ["csuite", "owner"], {}],
  ])("stay apart if they are %s", (_, asks, file) => {
    expect(resolved(asks, { file }).drafts).toHaveLength(asks.length);
  });

  it("never swallow self: handing work in must not answer for a person", () => {
    const given = { assignment: { assignee: "ana" }, file: { people } };

    expect(resolved(["self", "owner"], given).drafts).toHaveLength(2);
    expect(resolved(["owner", "self"], given).drafts).toHaveLength(2);
  });
});
