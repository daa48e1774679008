import { join } from "node:path";
import { convertGithubManifest, readGithubApp } from "@countersign/adapters";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ForgeShop, openForgeShop } from "./open-forge.ts";

const GATE = "countersign/gate";

describe("the GitHub adapter reads", () => {
  let shop: ForgeShop;

  beforeAll(async () => {
    shop = await openForgeShop();
  });
  afterAll(async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });

  it("changes once, and again only after one of them changed", async () => {
    const { forge, repo, hub } = shop;
    const { number, commit } = await shop.openChange("listed");
    const first = await forge.changes(repo, null);
    if (first.is === "same") throw new Error("There was no list");

    expect(first.changes).toMatchObject([
      { number, state: "open", head: { commit, isFork: false } },
    ]);
    expect(await forge.changes(repo, first.version)).toEqual({ is: "same" });
    await hub.admin.changePull({ repository: repo.name, number, by: "ana", state: "closed" });
    expect(await forge.changes(repo, first.version)).toMatchObject({ is: "changed", changes: [] });
    expect(await forge.change(repo, number)).toMatchObject({ state: "closed", mergeCommit: null });
  });

  it("reviews with the commit that the reviewer saw", async () => {
    const { forge, repo, hub, ben } = shop;
    const { number, commit } = await shop.openChange("reviewed");
    await hub.admin.reviewPull({ repository: repo.name, number, by: "ben", event: "APPROVE" });
    await shop.pushBranch("reviewed", { "reviewed.txt": "2\n" });

    expect(await forge.reviews(repo, number)).toMatchObject([
      { state: "approved", commit, by: { id: ben.id, isBot: false } },
    ]);
  });

  it("contributors, and the person who assigned the author", async () => {
    const { forge, repo, hub, ana, ben } = shop;
    const { number } = await shop.openChange("assigned");
    await hub.admin.assignPull({ repository: repo.name, number, assignee: "ana", by: "ben" });

    expect(await forge.contributors(repo, number)).toMatchObject({
      committers: [{ id: ana.id }],
      hasUnknown: false,
      assignedBy: { id: ben.id },
    });
  });

  it("the rules of a branch", async () => {
    const { forge, repo, hub, app } = shop;
    const none = { requiredChecks: [], requiresPullRequest: false };
    expect(await forge.rules(repo, "main")).toMatchObject(none);
    await hub.admin.createRuleset({
      repository: repo.name,
      rules: [
        {
          type: "required_status_checks",
          parameters: {
            strict_required_status_checks_policy: true,
            required_status_checks: [{ context: GATE, integration_id: app }],
          },
        },
      ],
    });

    expect(await forge.rules(repo, "main")).toMatchObject({
      requiredChecks: [{ name: GATE, app }],
      isStrict: true,
    });
  });

  it("checks and statuses of others that use our name", async () => {
    const { forge, repo, hub } = shop;
    const { commit } = await shop.openChange("forged");
    const own = { name: GATE, head_sha: commit };
    await shop.asApp("POST", `/repos/${repo.name}/check-runs`, own);
    const unknown = "0".repeat(40);
    expect(await forge.scan(repo, "gone", [commit, unknown])).toEqual({
      tip: null,
      foreignChecks: [],
    });
    const other = await hub.admin.createApp({ owner: "acme", name: "other" });
    const installed = await hub.admin.installApp({ app: other.id, account: "acme" });
    const { token } = await hub.admin.createInstallationToken({ id: installed.id });
    const forgery = { name: GATE, head_sha: commit, conclusion: "success" };
    await shop.sendWith(() => token)("POST", `/repos/${repo.name}/check-runs`, forgery);
    const status = { state: "success", context: GATE };
    await shop.asPerson("POST", `/repos/${repo.name}/statuses/${commit}`, status);

    const clean = (await shop.openChange("clean")).commit;
    expect(await forge.scan(repo, "main", [clean, commit, unknown])).toEqual({
      tip: await hub.admin.readBranch({ repository: repo.name, branch: "main" }),
      foreignChecks: [
        { commit, name: GATE, app: other.id },
        { commit, name: GATE, app: null },
      ],
    });
  });

  it("the tip of a branch alone", async () => {
    const { forge, repo, hub } = shop;
    const tip = await hub.admin.readBranch({ repository: repo.name, branch: "main" });
    expect(await forge.scan(repo, "main", [])).toEqual({ tip, foreignChecks: [] });
    expect(await hub.admin.readDeviations()).toEqual([]);
  });

  it("the bytes of a change into a clone of ours", async () => {
    const { forge, repo, folder } = shop;
    const { number } = await shop.openChange("fetched");
    const refs = { branches: ["main"], changes: [number] };

    await expect(forge.fetchInto(repo, join(folder, "shop.git"), refs)).resolves.toBeUndefined();
  });

  it("the app itself, and a new app's credentials by the code of a manifest", async () => {
    const { server, appKeys, hub } = shop;
    const credentials = { app: appKeys.id, privateKey: appKeys.privateKey };
    expect(await readGithubApp(server, credentials)).toMatchObject({ slug: appKeys.slug });
    const manifest = {
      name: "new app",
      url: "https://countersign.example",
      hook_attributes: { url: "https://countersign.example/webhooks/github" },
      default_permissions: { checks: "write" },
      default_events: ["pull_request"],
    };
    const { code } = await hub.admin.acceptManifest({ owner: "acme", manifest });
    const created = await convertGithubManifest(server, code);

    expect(await readGithubApp(server, created.credentials)).toMatchObject({
      app: created.credentials.app,
    });
    await expect(convertGithubManifest(server, code)).rejects.toMatchObject({ kind: "refused" });
  });
});
