import { beforeAll, describe, expect, it } from "vitest";
import { type Hub, startHub } from "./start-hub.ts";
import { openWorkClone, type WorkCloneOptions } from "./work-clone.ts";

describe("git on the loopback GitHub", () => {
  let hub: Hub;
  let options: WorkCloneOptions;

  beforeAll(async () => {
    hub = await startHub();
    await hub.admin.createAccount({ login: "acme", type: "Organization" });
    const { token } = await hub.admin.createAccount({ login: "ana" });
    const { cloneUrl } = await hub.admin.createRepository({ owner: "acme", name: "shop" });
    options = { cloneUrl, caPath: hub.caPath, token, email: "ana@example.com" };
  });

  it("takes a push over https and returns the same commit", async () => {
    const clone = await openWorkClone(options);
    const commit = await clone.commit("First", { "a.txt": "1\n" });
    await clone.git("push", "--quiet", "origin", "main");
    const listed = await clone.git("ls-remote", "origin", "refs/heads/main");
    expect(listed).toBe(`${commit}\trefs/heads/main`);
  });

  it("takes a push of several megabytes, which git sends in pieces", async () => {
    const clone = await openWorkClone(options);
    const noise = Array.from({ length: 300_000 }, () => Math.random().toString(36)).join("\n");
    const commit = await clone.commit("Large", { "large.txt": noise });
    await clone.git("push", "--quiet", "origin", "HEAD:large");
    expect(await clone.git("ls-remote", "origin", "large")).toContain(commit);
  });

  it("refuses a wrong token with 401", async () => {
    const clone = await openWorkClone({ ...options, token: "ghp_wrong" });
    await expect(clone.git("ls-remote", "origin")).rejects.toThrow(/Authentication failed/);
  });

  it("is trusted only with its own authority", async () => {
    const clone = await openWorkClone({ ...options, caPath: "/etc/ssl/certs/ca-certificates.crt" });
    await expect(clone.git("ls-remote", "origin")).rejects.toThrow(/certificate/);
  });

  it("ends when its stdin closes", async () => {
    const other = await startHub();
    await other.stop();
    await expect(fetch(`${other.url}/`)).rejects.toThrow("fetch failed");
  });
});
