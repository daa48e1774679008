import type { RepositoryLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { trustRequestLines, unreadablePolicyLines } from "./repositories-text.ts";

const STYLE = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

const line = (more: Partial<RepositoryLine> = {}): RepositoryLine => ({
  ...{ id: "shop", path: "/srv/shop", target: "main", tip: null, found: null, hold: null },
  ...{ problem: null, unsandboxed: false, notice: null, unreviewed: null, trustRequest: null },
  ...more,
});

describe("a repository whose policy cannot be read", () => {
  it("has one line in the inbox and in status, with what is wrong and what to do", () => {
    const problem = "merge.targett: There is no such key, did you mean target?";

    expect(unreadablePolicyLines([line({ problem })], STYLE)).toEqual([
      `The policy on main of shop cannot be read: ${problem}. If one was valid before, it stays in force. See countersign doctor.`,
    ]);
  });

  it("has none where merges are stopped for it, which says so already", () => {
    const hold = { why: "policy_unreadable", atMs: 0, detail: "main" };
    expect(unreadablePolicyLines([line({ problem: "x", hold }), line()], STYLE)).toEqual([]);
  });
});

describe("a repository in which a change of trust waits", () => {
  it("has one line with its kind and who proposed it", () => {
    const trustRequest = { id: "trust-1", kind: "change", proposedBy: "ana", untilMs: 0 } as const;
    const [text] = trustRequestLines([line({ trustRequest }), line()], STYLE);
    expect(text).toContain("A change of trust on main of shop waits for signatures until ");
    expect(text).toContain("ana proposed it. See countersign trust show.");
  });
});
