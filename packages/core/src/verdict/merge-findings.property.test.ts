import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "../kernel/digest.ts";
import { Elevation, Reviewer, Rule } from "../policy/schema-review.ts";
import { Severity } from "../policy/words.ts";
import { times } from "../testing/scale.ts";
import { aggregate, countFindings } from "./aggregate.ts";
import { type IncomingFinding, mergeFindings } from "./merge-findings.ts";
import { Finding } from "./schema.ts";
import { isAtLeast } from "./severity.ts";

const runs = { numRuns: times(1_000, 1_000) };

const NOW = 1_000;
const REVIEWERS = ["codex", "gemini", "auditor"] as const;
const base = { name: "R", kind: "agent", adapter: "codex", description: "d" };
const policy = {
  rules: [
    Rule.parse({
      id: "r-1",
      name: "n",
      severity: "major",
      reviewer: "codex",
      category: "ruled",
      description: "d",
      detection: "d",
      recommendation: "r",
    }),
  ],
  reviewers: [
    Reviewer.parse({ ...base, id: "codex", maxSeverity: "major" }),
    Reviewer.parse({ ...base, id: "gemini" }),
    Reviewer.parse({ ...base, id: "auditor", elevate: Elevation.parse({ failuresToRaise: 2 }) }),
  ],
};

/** Few words, so that reviewers often mean the same thing. */
const incoming: fc.Arbitrary<IncomingFinding[]> = fc.array(
  fc.record({
    raw: fc.record({
      severity: fc.constantFrom(...Severity.options),
      category: fc.constantFrom("a", "b", "c"),
      ruleId: fc.constantFrom(undefined, undefined, "r-1", "made-up"),
      file: fc.constantFrom(undefined, "x.ts", "y.ts"),
      line: fc.constantFrom(undefined, 1, 2),
      quote: fc.constantFrom(undefined, "f(x)", "f( x )", "g()"),
      message: fc.constantFrom("m", "M ", "n"),
    }),
    onUnchangedLines: fc.boolean(),
  }),
  { maxLength: 6 },
);
const answer = fc.record({ by: fc.constantFrom(...REVIEWERS), incoming });

const disposition = fc.constantFrom<Finding["disposition"]>(
  { is: "open" },
  { is: "fixed" },
  { is: "stale" },
  { is: "late" },
  { is: "dismissed", reason: "r", by: "ada" },
  { is: "dismissed", reason: "r", by: "ada", untilMs: NOW },
  { is: "deferred", link: "cs-1234", by: "ada" },
  { is: "disputed", note: "n", by: "claude" },
);

type Answer = { by: string; incoming: IncomingFinding[] };
type Scene = {
  ledger: Finding[];
  dismissals: { fingerprint: string; reason: string; by: string }[];
};

function merge({ ledger, dismissals }: Scene, { by, incoming }: Answer, round = 2) {
  const nextNumber = Math.max(0, ...ledger.map(({ id }) => Number(id.slice(2)))) + 1;
  return mergeFindings({ ledger, incoming, round, by, policy, nowMs: NOW, nextNumber, dismissals });
}

function absorb(scene: Scene, said: Answer, round = 2): Scene {
  const { changed } = merge(scene, said, round);
  const kept = scene.ledger.filter(({ id }) => !changed.some((item) => item.id === id));
  return { ...scene, ledger: [...kept, ...changed] };
}

/** A task after its first round, with whatever became of its findings. */
const scene: fc.Arbitrary<Scene> = fc
  .tuple(fc.array(answer, { maxLength: 3 }), fc.array(disposition, { minLength: 18 }), fc.boolean())
  .map(([answers, dispositions, remembers]) => {
    const empty: Scene = { ledger: [], dismissals: [] };
    const { ledger } = answers.reduce((so, said) => absorb(so, said, 1), empty);
    const dismissals = ledger
      .slice(0, remembers ? 2 : 0)
      .map(({ fingerprint }) => ({ fingerprint, reason: "memory", by: "ada" }));
    const settled = ledger.map((item, index) => ({
      ...item,
      disposition: dispositions[index] ?? item.disposition,
    }));
    return { ledger: settled.slice(remembers ? 1 : 0), dismissals };
  });

/** What must not depend on who came first; ids and the words of the first speaker may. */
function essence({ ledger }: Scene): string[] {
  return ledger
    .map(({ fingerprint, severity, category, file, raisedBy, rounds, disposition }) =>
      digestOf({ fingerprint, severity, category, file, raisedBy, rounds, disposition }),
    )
    .sort();
}

function lives(before: Finding, now: Finding | undefined): boolean {
  if (now === undefined || !isAtLeast(now.severity, before.severity)) return false;
  return before.raisedBy.every((by) => now.raisedBy.includes(by));
}

describe("the laws of mergeFindings", () => {
  it("the same answer a second time changes nothing", () => {
    let merged = 0;
    let late = 0;
    let dismissed = 0;
    fc.assert(
      fc.property(scene, answer, (start, said) => {
        const first = merge(start, said);
        merged += first.merged.length;
        late += first.late.length;
        dismissed += first.changed.filter((item) => item.disposition.is === "dismissed").length;

        const second = merge(absorb(start, said), said);

        if (second.changed.length > 0) throw new Error(JSON.stringify(second.changed));
        if (second.accepted.length + second.late.length > 0) throw new Error("raised anew");
      }),
      runs,
    );
    expect(Math.min(merged, late, dismissed)).toBeGreaterThan(runs.numRuns / 20);
  });

  it("the order of the reviewers decides nothing but ids and words [R-015]", () => {
    let convergent = 0;
    fc.assert(
      fc.property(scene, fc.tuple(answer, answer, answer), (start, [one, two, three]) => {
        const forwards = [one, two, three].reduce((so, said) => absorb(so, said), start);
        const backwards = [three, two, one].reduce((so, said) => absorb(so, said), start);
        convergent += forwards.ledger.filter(({ raisedBy }) => raisedBy.length > 1).length;

        if (essence(forwards).join() !== essence(backwards).join()) {
          throw new Error(JSON.stringify([forwards.ledger, backwards.ledger], null, 1));
        }
      }),
      runs,
    );
    expect(convergent).toBeGreaterThan(runs.numRuns / 2);
  });

  it("no finding vanishes, sinks in severity or forgets who raised it [D15]", () => {
    fc.assert(
      fc.property(scene, answer, (start, said) => {
        const after = new Map(absorb(start, said).ledger.map((item) => [item.id, item]));
        const lost = start.ledger.find((before) => !lives(before, after.get(before.id)));
        if (lost) throw new Error(JSON.stringify([lost, after.get(lost.id)]));
      }),
      runs,
    );
  });

  it("every finding that comes out is whole, and each id stands in one list", () => {
    fc.assert(
      fc.property(scene, answer, (start, said) => {
        const { changed, accepted, merged, late } = merge(start, said);
        for (const item of changed) Finding.parse(item);
        const ids = [...accepted, ...merged, ...late];
        if (new Set(ids).size !== ids.length) throw new Error(`twice: ${ids.join()}`);
        const fresh = changed.filter(({ id }) => !merged.includes(id)).length;
        if (fresh !== accepted.length + late.length) throw new Error("new but not listed");
      }),
      runs,
    );
  });
});

describe("the laws of aggregate", () => {
  it("the order of the findings does not matter", () => {
    fc.assert(
      fc.property(scene, fc.infiniteStream(fc.nat()), ({ ledger }, noise) => {
        const keyed = ledger.map((item) => ({ item, key: Number(noise.next().value) }));
        const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);

        if (aggregate(shuffled, 1).digest !== aggregate(ledger, 1).digest) throw new Error("order");
      }),
      runs,
    );
  });

  it("what is dismissed never counts", () => {
    let counted = 0;
    fc.assert(
      fc.property(scene, ({ ledger }) => {
        const dismissed = ledger.map(
          (item): Finding => ({
            ...item,
            disposition: { is: "dismissed", reason: "r", by: "ada" },
          }),
        );
        const sum = (list: Finding[]) =>
          Object.values(countFindings(list)).reduce((so, count) => so + count, 0);

        counted += sum(ledger);
        if (sum(dismissed) !== 0) throw new Error("counted");
        const open = ledger.filter(({ disposition: { is } }) => is === "open" || is === "disputed");
        if (sum(ledger) !== open.length) throw new Error("miscounted");
      }),
      runs,
    );
    expect(counted).toBeGreaterThan(runs.numRuns / 10);
  });
});
