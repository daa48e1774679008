import type { EnginePort } from "../data/engine-port.ts";
import { hostileText, randomFrom } from "./hostile-samples.ts";

/**
 * Fields with a fixed vocabulary, fields that are compared, and fields that the samples already
 * make hostile.
 */
const KEPT: ReadonlySet<string> = new Set([
  "act",
  "actor",
  "base",
  "base64",
  "byKind",
  "counts",
  "decision",
  "effect",
  "event",
  "file",
  "fingerprint",
  "from",
  "gate",
  "hash",
  "head",
  "holder",
  "id",
  "inputsDigest",
  "is",
  "kind",
  "next",
  "newId",
  "newMode",
  "oldId",
  "oldMode",
  "opinion",
  "path",
  "patch",
  "policyDigest",
  "priority",
  "role",
  "severity",
  "signal",
  "state",
  "status",
  "task",
  "to",
  "tree",
]);

export type HostileEngine = {
  readonly engine: EnginePort;
  /** The number of texts returned so far. */
  texts(): number;
};

/** Wraps an engine and puts a hostile text into every free-text field; `me` keeps its identity. */
export function hostileEngine(engine: EnginePort, start: number, me: string): HostileEngine {
  const random = randomFrom(start);
  let made = 0;
  const spoil = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (KEPT.has(key) || value === me || value === "") return value;
      made += 1;
      return hostileText(random);
    }
    if (Array.isArray(value)) return value.map((one) => spoil(one, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoil(one, name)]));
  };
  const spoiled = new Proxy(engine, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...given: unknown[]) =>
        spoil(await Reflect.apply(method, target, given), String(name));
    },
  });
  return { engine: spoiled, texts: () => made };
}

const STOPPED = {
  id: "shop",
  path: "/home/me/shop",
  target: "main",
  tip: "a".repeat(40),
  found: "b".repeat(40),
  hold: { why: "target_moved" as const, atMs: 1, detail: "main has 1 commit" },
  problem: null,
  unsandboxed: false,
  notice: null,
  unreviewed: null,
  trustRequest: null,
};

/**
 * Adds everything that a task can have to the tour's tasks: a hold, feedback, content that is not
 * shown, a history.
 */
export function fullEngine(engine: EnginePort): EnginePort {
  return {
    ...engine,
    async showTask(given) {
      const view = await engine.showTask(given);
      const isHeld = view.id.endsWith("4");
      const { round } = view;
      // This task can be approved together with others.
      if (view.id.endsWith("1")) return { ...view, batchObstacles: [] };
      return {
        ...view,
        ...(isHeld ? { state: "held" as const } : {}),
        hold: {
          kind: "escalated",
          reasons: [{ code: "blocker", about: "scope" }],
          line: ["ana"],
          inTurn: "ana",
          question: null,
          offered: false,
          offeredTree: null,
        },
        department: "shop",
        flags: ["late"],
        feedback: [
          {
            iteration: 1,
            timestamp: 1,
            by: "you-on-tour",
            decision: "redo",
            quickIssues: ["tests"],
            customFeedback: "a.ts:1\n> quote\nremark",
          },
        ],
        round:
          round === null
            ? null
            : {
                ...round,
                change: round.change && {
                  ...round.change,
                  weakenedTests: [{ path: "a.test.ts", what: "removed" }],
                },
              },
      };
    },
    async status() {
      return { ...(await engine.status()), repositories: [STOPPED] };
    },
    async showDiff(given) {
      const diff = await engine.showDiff(given);
      const hidden = { oldMode: "100644", newMode: "100644", oldId: "0", newId: "1" };
      return { ...diff, unshown: [{ path: "\u001b[2Jbig\u202e", why: "too_large", ...hidden }] };
    },
  };
}
