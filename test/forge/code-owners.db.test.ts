import type { Forge } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { submitFile } from "../engine/submit-file.ts";

const policy = {
  ...plainPolicy("ana"),
  people: { owner: ["ana"], emails: { "lea@acme.dev": "lea" } },
  peers: { whenNone: "skip", codeOwners: true },
  chains: { code: ["self", "peer"], internal_document: ["self", "peer"] },
};
const clones = "/nowhere";
const forge = { app: 7 } as Forge;
const lab = await openEngine(policy, { forge: { host: "github.com", clones, forge } });
const { engine, admin, agent, shop } = lab;
await engine.linkForgeAccount(admin, { account: 42, login: "Kim-Dev", person: "kim" });

/** Submits a change of one path and returns who answers the layer, or that it is skipped. */
async function answerers(path: string): Promise<string[] | string> {
  const { task } = await engine.createTask(agent, lab.key(), { title: "Work", repo: "shop" });
  await submitFile(lab, task, { path });
  const { round } = await lab.until(task, ({ round: now }) => (now?.plan ?? null) !== null);
  const { requirements = [], skipped = [] } = round?.plan ?? {};
  const asked = requirements.find(({ layers }) => layers.includes("peer"));
  return asked?.who ?? skipped.find(({ layer }) => layer === "peer")?.reason ?? "not asked";
}

describe("the code owners of the target", () => {
  it("answer for their paths, by linked account and by address", async () => {
    shop.git("checkout", "--quiet", "main");
    const lines = [
      "/src/ @kim-dev @acme/web",
      "/docs/ lea@acme.dev",
      "/app/ @stranger",
      "/app/free",
    ];
    shop.write(".github/CODEOWNERS", lines.join("\n"));
    shop.write("CODEOWNERS", "* @stranger");
    shop.commit("Name the owners");
    shop.git("checkout", "--quiet", "--detach");
    const tip = shop.git("rev-parse", "main").trim();
    await engine.releaseRepository(lab.ana, "shop", { tip, reason: "ours" });

    expect(await answerers("src/a.ts")).toEqual(["kim"]);
    expect(await answerers("docs/a.md")).toEqual(["lea"]);
    expect(await answerers("app/a.ts")).toEqual(["ana"]);
    expect(await answerers("app/free/a.ts")).toBe("alone");
    expect(await answerers("other.ts")).toBe("alone");
  });

  it("are not those that the change itself names", async () => {
    expect(await answerers(".github/CODEOWNERS")).toBe("alone");
    const { task } = await engine.createTask(agent, lab.key(), { title: "Work", repo: "shop" });
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write(".github/CODEOWNERS", "* lea@acme.dev\n");
    shop.write("src/b.ts", "export {};\n");
    shop.commit("Choose an owner");
    shop.git("branch", "--force", "chosen");
    const work = { task, from: { branch: "chosen" }, signal: "DONE", summary: "" } as const;
    await engine.submitWork(agent, lab.key(), work);
    const { round } = await lab.until(task, ({ round: now }) => (now?.plan ?? null) !== null);
    const asked = round?.plan?.requirements.find(({ layers }) => layers.includes("peer"));
    expect(asked?.who).toEqual(["kim"]);
  });
});
