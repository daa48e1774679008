import { mkdtempSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  githubHost,
  githubServer,
  githubSettingsFile,
  readGithubSettings,
  writeGithubSettings,
} from "./github-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-github-app-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const SECRET = "s3cr3t-of-the-webhook";
const APP = {
  app: 7,
  slug: "countersign-acme",
  privateKey: "-----BEGIN RSA PRIVATE KEY-----\nprivate-bytes\n-----END RSA PRIVATE KEY-----\n",
  webhookSecret: SECRET,
};

describe("the file of the GitHub App", () => {
  it("is readable for its owner only, and is read as it was written", async () => {
    const file = join(folder, "github.json");
    expect(await readGithubSettings(file)).toBeNull();
    await writeGithubSettings(file, APP);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readGithubSettings(file)).toEqual(APP);
  });

  it.each<[string, object | string]>([
    ["no JSON", `{ "webhookSecret": "${SECRET}"`],
    ["a missing key", { ...APP, privateKey: undefined }],
    ["an unknown key", { ...APP, token: SECRET }],
    ["an address without TLS", { ...APP, apiUrl: "http://github.acme.dev" }],
    ["an address with a password", { ...APP, webUrl: "https://a:b@github.acme.dev" }],
    ["a certificate at a relative path", { ...APP, caFile: "ca.pem" }],
    ["a short secret", { ...APP, webhookSecret: "short" }],
  ])("is refused with %s, and the error shows no secret", async (_, content) => {
    const file = join(folder, "wrong.json");
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    const error = await readGithubSettings(file).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid_input" });
    expect(JSON.stringify([String(error), error])).not.toMatch(/s3cr3t|private-bytes/);
  });

  it("is the one that the environment names, else that of the data directory", () => {
    expect(githubSettingsFile("/data/github.json", {})).toBe("/data/github.json");
    expect(githubSettingsFile("/data/github.json", { COUNTERSIGN_GITHUB_APP_FILE: "" })).toBe(
      "/data/github.json",
    );
    const env = { COUNTERSIGN_GITHUB_APP_FILE: "/run/secrets/github" };
    expect(githubSettingsFile("/data/github.json", env)).toBe("/run/secrets/github");
  });

  it("names the host of accounts and repositories", () => {
    expect(githubHost({})).toBe("github.com");
    expect(githubHost({ webUrl: "https://git.acme.dev:8443/" })).toBe("git.acme.dev:8443");
  });

  it("reaches github.com alone, unless its owner names a server of their own", async () => {
    expect(await githubServer({})).toMatchObject({
      apiUrl: undefined,
      rules: { loopback: false, privateHosts: [] },
    });
    const webUrl = "https://git.acme.dev/";
    expect(await githubServer({ webUrl })).toMatchObject({
      apiUrl: "https://git.acme.dev/api/v3",
      gitUrl: webUrl,
      rules: { privateHosts: [] },
    });
    const apiUrl = "https://api.acme.dev";
    expect((await githubServer({ webUrl, apiUrl, privateNetwork: true })).rules).toEqual({
      loopback: false,
      privateHosts: ["api.acme.dev", "git.acme.dev"],
    });
  });
});
