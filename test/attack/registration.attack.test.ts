import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { untilHeld } from "./hand-in-change.ts";
import { openLab } from "./open-lab.ts";

const roots = [tmpdir()];
const lab = await openLab(plainPolicy("ana"), { lookMs: 100, roots: async () => roots });
const { engine, admin, shop, signIn } = lab;
roots.length = 0;
roots.push(shop.folder);

/** A repository that nobody registered. */
function openPrivate(): Workshop {
  const mine = openWorkshop();
  mine.write("salaries.txt", "1\n");
  mine.commit("Private");
  mine.git("checkout", "--quiet", "--detach");
  afterAll(mine.remove);
  return mine;
}

const CONFIG = JSON.stringify({ ...plainPolicy("mallory"), profile: "chains" });

describe("I10 Trusted policy: only the engine's owner decides which repositories it takes", () => {
  it("refuses a person's token that brings a policy of its own", async () => {
    const mine = openPrivate();
    const before = mine.git("rev-parse", "main");
    const token = await lab.mint({ actor: "mallory", role: "human" });
    const body = { path: mine.repo, config: CONFIG };

    expect(await lab.call(token, "/v1/repositories", { body })).toMatchObject({ status: 403 });
    expect(mine.git("rev-parse", "main")).toBe(before);
  });

  it("lets no person's token forget a repository", async () => {
    const id = "forgotten";
    const path = join(shop.folder, id);
    shop.git("init", "--quiet", "--initial-branch=main", path);
    shop.git("-C", path, "commit", "--quiet", "--allow-empty", "-m", "Begin");
    await engine.addRepository(admin, { path, id });
    const token = await lab.mint({ actor: "mallory", role: "human" });
    const owner = await lab.mint({ actor: "root", role: "admin" });
    const forget = (by: string) => lab.call(by, `/v1/repositories/${id}`, { method: "DELETE" });

    expect(await forget(token)).toMatchObject({ status: 403 });
    expect((await engine.repositories(admin)).map((line) => line.id)).toContain(id);
    expect(await forget(owner)).toMatchObject({ status: 200 });
  });

  it("refuses an admin's token outside the listed roots, also through a link inside one", async () => {
    const mine = openPrivate();
    const before = mine.git("rev-parse", "main");
    const token = await lab.mint({ actor: "root", role: "admin" });
    const link = join(shop.folder, "link");
    symlinkSync(mine.repo, link);
    for (const path of [mine.repo, link]) {
      const reply = await lab.call(token, "/v1/repositories", { body: { path, config: CONFIG } });
      expect(reply).toMatchObject({ status: 403 });
    }
    expect(mine.git("rev-parse", "main")).toBe(before);
  });

  it("refuses a repository whose objects are kept outside the listed roots", async () => {
    const mine = openPrivate();
    const worktree = join(shop.folder, "worktree");
    mine.git("worktree", "add", "--quiet", "--detach", worktree);

    await expect(engine.addRepository(admin, { path: worktree })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("refuses a repository that another organisation has, and knows it under every path", async () => {
    const elsewhere = await signIn({ actor: "root", role: "admin" }, "other");
    const link = join(shop.folder, "alias");
    const worktree = join(shop.folder, "linked");
    symlinkSync(shop.repo, link);
    shop.git("worktree", "add", "--quiet", "--detach", worktree);
    for (const path of [shop.repo, link, worktree]) {
      await expect(engine.addRepository(elsewhere, { path, id: "mine" })).rejects.toThrow(
        "is already registered",
      );
      expect(await engine.addRepository(admin, { path })).toMatchObject({ id: "shop" });
    }
  });

  it("stops merges when another repository is put in the place of the registered one", async () => {
    const place = join(shop.folder, "swapped");
    mkdirSync(place);
    shop.git("clone", "--quiet", "--no-hardlinks", shop.repo, join(place, "repo"));
    const path = join(place, "repo");
    await engine.addRepository(admin, { path, id: "swapped" });
    renameSync(path, join(place, "old"));
    symlinkSync(shop.repo, path);

    expect(await untilHeld(lab, "swapped")).toMatch(/^target_unreadable: main: Its path leads to/);
    rmSync(place, { recursive: true });
  });
});
