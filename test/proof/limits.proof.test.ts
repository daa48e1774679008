import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import {
  generateHistory,
  type HistoryOptions,
  rootOf,
  writeHistory,
} from "./lab/generate-history.ts";
import type { Lab } from "./lab/lab.ts";
import { retract } from "./lab/side-refs.ts";
import { storeProofs } from "./lab/store-proofs.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-limits-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const historyOf = (more: Partial<HistoryOptions> = {}): Lab =>
  generateHistory({ seed: 11, moves: 4, steps: ["squash"], ...more });

const verify = async (lab: Lab, more: Partial<Parameters<typeof verifyClone>[0]> = {}) =>
  await verifyClone({ directory: folder, root: rootOf(lab), ...more });

/** What no verifier can know from the clone, and what its output says instead. */
describe("a verifier that has only the clone", () => {
  it("cannot tell a touch that the person meant for something else", async () => {
    const lab = historyOf({ presence: "touched" });
    writeHistory(lab, folder);
    const { result, moves, doesNotProve } = await verify(lab);
    expect(result).toBe("proved");
    expect(moves[0]?.acts.map(({ level }) => level)).toEqual(["touched"]);
    expect(doesNotProve.join("\n")).toContain("screen");
  });

  it("says signed, and no more, where an agent may have used the person's key file", async () => {
    const lab = historyOf({ kinds: ["ed25519"] });
    writeHistory(lab, folder);
    const { result, moves } = await verify(lab);
    expect(result).toBe("proved");
    expect(moves[0]?.acts.map(({ level }) => level)).toEqual(["signed"]);

    const stricter = await verify(lab, {
      required: { people: 1, level: "touched", witness: false },
    });
    expect(stricter.result).toBe("unproved");
    expect(stricter.problems.map(({ code }) => code)).toContain("level_below_required");
  });

  it("accepts an approval that was undone until it has the retraction", async () => {
    const lab = historyOf();
    const [act] = lab.proofs[3]?.acts ?? [];
    writeHistory(lab, folder);
    expect((await verify(lab)).result).toBe("proved");

    retract(lab, act?.act.by ?? "", act?.digest ?? "");
    const copy = join(folder, "with-retraction");
    writeHistory(lab, copy);
    const { result, problems } = await verify(lab, { directory: copy });
    expect(result).toBe("contradicted");
    expect(problems.map(({ code }) => code)).toContain("act_retracted");
  });

  it("accepts an older state that was restored as a whole", async () => {
    const lab = historyOf();
    const refs = storeProofs(lab, lab.proofs.slice(0, 3));
    refs.set("refs/heads/main", lab.past[2]?.commit ?? "");
    writeHistory(lab, folder, refs);
    const { result, doesNotProve } = await verify(lab);
    expect(result).toBe("proved");
    expect(doesNotProve.join("\n")).toContain("newest");
  });

  it("accepts what a quorum of owners agrees on", async () => {
    const lab = historyOf({ steps: ["add_person"] });
    writeHistory(lab, folder);
    expect((await verify(lab)).result).toBe("proved");
  });

  it("believes the engine about the results of checks", async () => {
    const lab = historyOf();
    writeHistory(lab, folder);
    const { result, doesNotProve } = await verify(lab);
    expect(result).toBe("proved");
    expect(doesNotProve.join("\n")).toContain("checks");
  });
});
