import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openSurfaces } from "./open-surfaces.ts";
import { REFUSAL_ROWS } from "./refusal-rows.ts";
import type { Outcome } from "./surfaces.ts";

const policy = { ...POLICY, limits: { attempts: 2 }, merge: { graceSeconds: 600 } };
const lab = await openSurfaces(policy);

/** The sentence of a row as a pattern. */
function patternOf(refusal: string): RegExp {
  const sentence = refusal.slice(refusal.indexOf(": ") + 2);
  const parts = sentence.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

/** Everything that a submission can leave behind: tasks, events, kept answers and commits of the mirror. */
async function leftBehind(): Promise<object> {
  const { rows } = await lab.database.pool.query(
    `SELECT (SELECT count(*) FROM countersign.tasks) AS tasks,
            (SELECT count(*) FROM countersign.events) AS events,
            (SELECT count(*) FROM countersign.commands) AS answers`,
  );
  const mirrors = join(lab.folder, "data", "mirrors");
  const names = readdirSync(mirrors, { recursive: true, encoding: "utf8" });
  const packed = names.filter((name) => name.endsWith("/packed-refs"));
  const texts = await Promise.all(packed.map((name) => readFile(join(mirrors, name), "utf8")));
  const loose = names.filter((name) => name.includes("/refs/countersign/commits/"));
  return { ...rows[0], refs: loose.toSorted(), packed: texts };
}

describe("a submission that is refused", () => {
  it.each(REFUSAL_ROWS)(
    "with $refusal gets the same words on $on and leaves nothing behind",
    async (row) => {
      const work = await row.arrange(lab);
      const before = await leftBehind();
      const code = row.refusal.slice(0, row.refusal.indexOf(":"));
      const outcomes: Outcome[] = [];
      for (const surface of [...row.on, ...row.on]) outcomes.push(await lab.submit(surface, work));

      const sentences = outcomes.map((one) => (one.is === "refused" ? one.sentence : ""));
      const plain = sentences[row.on.indexOf("cli")] ?? "";
      expect(outcomes).toEqual(
        outcomes.map(() => expect.objectContaining({ is: "refused", code })),
      );
      expect(plain).toMatch(patternOf(row.refusal));
      for (const sentence of sentences) expect(sentence).toContain(plain.replace(/\.$/, ""));
      expect(await leftBehind()).toEqual(before);
    },
  );
});
