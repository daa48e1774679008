import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Forge,
  type ForgeBranchRules,
  type ForgeChangeList,
  ForgeError,
} from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { listLog } from "../attack/read-audit.ts";
import { openEngine, openShop } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

const APP = 7;
const SHOP = { installation: 5, id: 77, name: "acme/store" };
const OTHER = { installation: 5, id: 78, name: "acme/other" };
const upstream = openShop(plainPolicy("ana"));
const clones = mkdtempSync(join(tmpdir(), "countersign-clones-"));
afterAll(async () => {
  upstream.remove();
  await rm(clones, { recursive: true, force: true });
});

const answers: {
  rules: ForgeBranchRules | ForgeError;
  list: ForgeError | null;
  changes: ForgeChangeList | ForgeError;
} = {
  rules: {
    ...{ requiresPullRequest: true, requiredChecks: [], isStrict: true },
    ...{ hasMergeQueue: false, bypass: [] },
  },
  list: null,
  changes: new ForgeError("retry", "GitHub answered 502: bad gateway"),
};

/** The part of a forge that its setup uses, over real git. */
const forge: Partial<Forge> = {
  app: APP,
  async repositories() {
    if (answers.list !== null) throw answers.list;
    return [SHOP, OTHER];
  },
  async changes() {
    if (answers.changes instanceof ForgeError) throw answers.changes;
    return answers.changes;
  },
  async rules() {
    if (answers.rules instanceof ForgeError) throw answers.rules;
    return answers.rules;
  },
  async fetchInto(_repo, gitDir, { branches }) {
    mkdirSync(dirname(gitDir), { recursive: true });
    if (!existsSync(gitDir)) execFileSync("git", ["init", "--quiet", "--bare", gitDir]);
    const refs = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`);
    try {
      execFileSync("git", ["-C", gitDir, "fetch", "--quiet", upstream.repo, ...refs], {
        stdio: "pipe",
      });
    } catch {
      throw new ForgeError("refused", "There is no such branch");
    }
  },
};

const lab = await openEngine(plainPolicy("ana"), {
  forge: { host: "github.com", clones, forge: forge as Forge },
  forgeTimes: { lookMs: 50, pollMs: 500 },
});
const { engine, admin, ana } = lab;

async function changesOfOrganisation(): Promise<string[]> {
  return (await listLog(lab)).map(({ what }) => what);
}

describe("a repository of the forge", () => {
  it("is cloned, registered and linked, and adding it again changes nothing", async () => {
    const added = await engine.addForgeRepository(admin, { name: "Acme/Store" });
    expect(added).toMatchObject({ id: "store", target: "main", problem: null });
    expect(added.path).toBe(join(clones, "github.com", "77.git"));
    expect(await engine.addForgeRepository(admin, { name: "acme/store" })).toMatchObject({
      id: "store",
    });
    expect(await engine.forgeStatus(admin)).toMatchObject({
      ...{ host: "github.com", app: APP, problem: null, unlinked: ["acme/other"] },
      repositories: [{ repo: "store", name: "acme/store", openChanges: 0, polledMs: null }],
    });
    const types = await changesOfOrganisation();
    expect(types.filter((type) => type === "repository_linked")).toHaveLength(1);
  });

  it("is refused where the app is not installed, or without the branch", async () => {
    await expect(engine.addForgeRepository(admin, { name: "acme/none" })).rejects.toMatchObject({
      code: "not_found",
    });
    const wanted = { name: "acme/other", target: "develop" };
    await expect(engine.addForgeRepository(admin, wanted)).rejects.toMatchObject({
      code: "wrong_state",
    });
    await expect(engine.addForgeRepository(ana, { name: "acme/other" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("the status of the forge", () => {
  it("says what the branch rules leave open", async () => {
    const [before] = (await engine.forgeStatus(admin)).repositories;
    expect(before?.gaps).toMatchObject([{ is: "not_required" }]);
    expect(before?.hints).toEqual([]);
    if (!(answers.rules instanceof ForgeError))
      answers.rules = { ...answers.rules, hasMergeQueue: true };
    const [queued] = (await engine.forgeStatus(admin)).repositories;
    expect(queued?.hints).toMatchObject([{ says: expect.stringContaining("has a merge queue") }]);
    answers.rules = new ForgeError("refused", "not for this app");
    const [unreadable] = (await engine.forgeStatus(admin)).repositories;
    expect(unreadable?.gaps).toBeNull();
  });

  it("is shown from what is stored if the forge does not answer", async () => {
    answers.list = new ForgeError("retry", "GitHub did not answer in time");
    const status = await engine.forgeStatus(admin);
    answers.list = null;
    expect(status).toMatchObject({
      problem: "GitHub did not answer in time",
      repositories: [{ repo: "store" }],
    });
  });
});

describe("a poll that fails", () => {
  const readStatus = async () => (await engine.forgeStatus(admin)).repositories[0];

  it("is shown with its reason until a poll succeeds", async () => {
    await expect
      .poll(readStatus, { timeout: 20_000 })
      .toMatchObject({ problem: "GitHub answered 502: bad gateway", polledMs: null });
    answers.changes = { is: "changed", changes: [], version: "v1" };
    await expect
      .poll(readStatus, { timeout: 20_000 })
      .toMatchObject({ problem: null, polledMs: expect.any(Number) });
  });
});

describe("an account on the forge", () => {
  it("is linked to a person by an administrator, and unlinked", async () => {
    await engine.linkForgeAccount(admin, { account: 42, login: "ana-dev", person: "ana" });
    expect((await engine.forgeStatus(admin)).accounts).toEqual([
      { account: 42, login: "ana-dev", person: "ana", how: "admin" },
    ]);
    await engine.unlinkForgeAccount(admin, 42);
    expect((await engine.forgeStatus(admin)).accounts).toEqual([]);
    const types = await changesOfOrganisation();
    expect(types).toEqual(expect.arrayContaining(["account_linked", "account_unlinked"]));
  });

  it("is not linked by a person without the role, nor to an agent or a check", async () => {
    const link = { account: 43, login: "x", person: "ana" };
    await expect(engine.linkForgeAccount(ana, link)).rejects.toMatchObject({ code: "forbidden" });
    for (const person of ["claude", "secrets"])
      await expect(engine.linkForgeAccount(admin, { ...link, person })).rejects.toMatchObject({
        code: "invalid_input",
      });
  });
});
