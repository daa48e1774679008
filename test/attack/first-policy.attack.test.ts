import type { Policy } from "@countersign/core";
import type { RepositorySummary } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

const { engine, admin, ana, agent, key, signIn } = await openEngine();
const ben = await signIn({ actor: "ben", role: "human" });

const HOSTILE = { ...plainPolicy("claude"), modes: { default: "skip" } };

let count = 0;

async function register(
  files: Record<string, string> = {},
): Promise<{ id: string; shop: Workshop }> {
  const shop = openWorkshop();
  afterAll(() => shop.remove());
  count += 1;
  const id = `first-${count}`;
  for (const [path, text] of Object.entries({ "readme.md": "# Shop\n", ...files }))
    shop.write(path, text);
  shop.commit("Begin");
  await engine.addRepository(admin, { path: shop.repo, id });
  return { id, shop };
}

function commitPolicy(shop: Workshop, policy: object | string): string {
  shop.write("countersign.json", typeof policy === "string" ? policy : JSON.stringify(policy));
  return shop.commit("Configure");
}

/** Makes the engine look at the target, as its loop does every few seconds. */
async function look(id: string): Promise<RepositorySummary | undefined> {
  await engine.createTask(agent, key(), { title: "Look", repo: id }).catch(() => null);
  return (await engine.repositories(ana)).find((line) => line.id === id);
}

const policyOf = async (id: string): Promise<Policy> => (await engine.policy(ana, id)).policy;
const release = (id: string, tip: string, by = ana) =>
  engine.releaseRepository(by, id, { tip, reason: "I read it" });

describe("I10 Trusted policy: the first policy comes into force when a person confirms it", () => {
  it("holds the repository whose first policy an agent committed, and says so", async () => {
    const { id, shop } = await register();
    const tip = commitPolicy(shop, HOSTILE);
    const line = await look(id);

    expect(line?.hold).toMatchObject({
      why: "first_policy",
      detail: `main has its first policy at ${tip.slice(0, 12)}, which names claude as owner, and no person has confirmed it`,
    });
    await expect(policyOf(id)).rejects.toThrow("no person has confirmed it");
    await expect(engine.createTask(agent, key(), { title: "x", repo: id })).rejects.toThrow(
      "no person has confirmed it",
    );
    await expect(release(id, tip)).rejects.toThrow(
      `The first policy of ${id} names claude as owner, and you are ana.`,
    );
  });

  it("takes it into force when a person whom it names as owner confirms it", async () => {
    const { id, shop } = await register();
    const tip = commitPolicy(shop, plainPolicy("ana"));
    await look(id);

    await expect(release(id, tip, ben)).rejects.toThrow("names ana as owner, and you are ben");
    expect(await release(id, tip)).toMatchObject({ tip, hold: null, problem: null });
    expect((await policyOf(id)).people.owner).toEqual(["ana"]);
  });

  it("follows commits before there is a policy, and takes the one that is given to us", async () => {
    const { id, shop } = await register();
    shop.write("notes.md", "1\n");
    const tip = shop.commit("Work");

    expect(await look(id)).toMatchObject({ tip, hold: null });
    const config = JSON.stringify(plainPolicy("ana"));
    const line = await engine.addRepository(admin, { path: shop.repo, config });
    expect(line).toMatchObject({ tip: shop.git("rev-parse", "main"), hold: null, problem: null });
    expect((await policyOf(id)).people.owner).toEqual(["ana"]);
  });
});

describe("I10 Trusted policy: after a first valid policy the last valid one stays in force", () => {
  it("keeps policy and owners when the target's becomes unreadable and is then replaced", async () => {
    const { id, shop } = await register({ "countersign.json": JSON.stringify(plainPolicy("ana")) });
    const { digest } = await policyOf(id);
    const broken = commitPolicy(shop, "{");
    expect((await look(id))?.hold?.why).toBe("target_moved");
    const released = await release(id, broken);

    expect(released).toMatchObject({ tip: broken, hold: null });
    expect(released.problem).toContain("countersign.json");
    expect((await policyOf(id)).digest).toBe(digest);

    const replaced = commitPolicy(shop, HOSTILE);
    expect((await look(id))?.hold?.why).toBe("target_moved");
    expect((await policyOf(id)).digest).toBe(digest);
    await expect(release(id, replaced, ben)).rejects.toThrow(
      `Only an owner may release ${id}: ana.`,
    );
  });

  it("does not take a new first policy from an admin while an old one is known", async () => {
    const { id, shop } = await register({ "countersign.json": JSON.stringify(plainPolicy("ana")) });
    shop.git("rm", "--quiet", "countersign.json");
    await release(id, shop.commit("Remove"));
    const config = JSON.stringify(plainPolicy("ben"));

    await expect(engine.addRepository(admin, { path: shop.repo, config })).rejects.toThrow(
      `${id} already has a policy`,
    );
    expect((await policyOf(id)).people.owner).toEqual(["ana"]);
  });
});
