import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { submitBranch } from "../attack/submit-branch.ts";
import { openEngine } from "./open-engine.ts";
import { plainPolicy } from "./plain-policy.ts";

const policy = { ...plainPolicy("ana"), limits: { attempts: 1 } };
const lab = await openEngine(policy, { lookMs: 100 });
const { engine, ana, agent, shop, key, until } = lab;

const tip = () => shop.git("rev-parse", "main").trim();
const FILE = ".countersign/trust.json";

const submit = (path: string) => submitBranch(lab, { files: { [path]: "{}\n" }, by: agent });

function shown({ round }: Task): { round: number; tree: string } {
  return { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
}

describe("work that changes a trust file", () => {
  it.each([FILE, ".countersign/allowed_signers", ".Countersign/Trust.json"])(
    "does not pass the gate, and names the command to use instead: %s",
    async (path) => {
      const id = await submit(path);
      const task = await until(id, ({ phase }) => phase.is === "held");

      expect(task.findings).toContainEqual(
        expect.objectContaining({
          ...{ severity: "critical", category: "trust", file: path },
          recommendation: expect.stringContaining("countersign trust change"),
        }),
      );
    },
  );

  it("is not merged past the gate either", async () => {
    const before = tip();
    const id = await submit(FILE);
    const held = await until(id, ({ phase }) => phase.is === "held");
    const override = { type: "override", ...shown(held), reason: "I want it" } as const;
    await engine.command(ana, key(), id, override);
    const back = await until(id, ({ findings }) =>
      findings.some(({ category }) => category === "merge-trust"),
    );

    expect(back.findings.at(-1)?.message).toContain("which no task may change");
    expect(tip()).toBe(before);
  });
});

describe("commits of others that change a trust file", () => {
  it("are held, and cannot be accepted", async () => {
    const before = tip();
    shop.git("checkout", "--quiet", "main");
    shop.write(FILE, "{}\n");
    const evil = shop.commit("Trust me");
    shop.git("checkout", "--quiet", "--detach");
    await expect
      .poll(async () => (await engine.repositories(ana))[0]?.hold?.why, { timeout: 60_000 })
      .toBe("target_moved");

    const release = engine.releaseRepository(ana, "shop", { tip: evil, reason: "fine" });
    await expect(release).rejects.toThrow("The commits change .countersign/trust.json");
    shop.git("update-ref", "refs/heads/main", before);
    expect((await engine.repositories(ana))[0]?.tip).toBe(before);
  });
});
