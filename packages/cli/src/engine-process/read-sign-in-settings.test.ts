import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSignInSettings } from "./read-sign-in-settings.ts";

const ORIGIN = "https://cs.example.com";
const OIDC = {
  COUNTERSIGN_OIDC_ISSUER: "https://id.example.com",
  COUNTERSIGN_OIDC_CLIENT_ID: "cs",
  COUNTERSIGN_OIDC_CLIENT_SECRET: "s1",
};
const GITHUB = { COUNTERSIGN_GITHUB_CLIENT_ID: "gh", COUNTERSIGN_GITHUB_CLIENT_SECRET: "s2" };
const read = (env: Record<string, string>, origin: string | null = ORIGIN) =>
  readSignInSettings(env, "local", origin);

describe("the settings of the sign-in", () => {
  it("are absent without a provider, with and without TLS", async () => {
    expect(await read({})).toBeUndefined();
    expect(await read({ COUNTERSIGN_OIDC_ISSUER: "" }, null)).toBeUndefined();
  });

  it("name an OpenID Connect provider, GitHub, or both", async () => {
    const oidc = { issuer: "https://id.example.com", clientId: "cs", clientSecret: "s1" };
    const github = { clientId: "gh", clientSecret: "s2" };
    const base = { org: "local", origin: ORIGIN };
    expect(await read(OIDC)).toEqual({ ...base, oidc, github: undefined });
    expect(await read(GITHUB)).toEqual({ ...base, oidc: undefined, github });
    expect(await read({ ...OIDC, ...GITHUB })).toEqual({ ...base, oidc, github });
  });

  it("take a secret from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-secret-"));
    const file = join(folder, "secret");
    await writeFile(file, "s3\n");
    const { COUNTERSIGN_GITHUB_CLIENT_ID } = GITHUB;
    const env = { COUNTERSIGN_GITHUB_CLIENT_ID, COUNTERSIGN_GITHUB_CLIENT_SECRET_FILE: file };
    expect((await read(env))?.github).toEqual({ clientId: "gh", clientSecret: "s3" });
    await rm(folder, { recursive: true });
    await expect(read(env)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it.each([
    ["a public address", OIDC, null],
    ["TLS at the provider", { ...OIDC, COUNTERSIGN_OIDC_ISSUER: "http://id.example.com" }, ORIGIN],
    ["an issuer", { ...OIDC, COUNTERSIGN_OIDC_ISSUER: "" }, ORIGIN],
    ["a client", { COUNTERSIGN_OIDC_ISSUER: "https://id.example.com" }, ORIGIN],
    ["a secret", { COUNTERSIGN_GITHUB_CLIENT_ID: "gh" }, ORIGIN],
    ["a client id", { COUNTERSIGN_GITHUB_CLIENT_SECRET: "s" }, ORIGIN],
  ])("are refused without %s", async (_, env, origin) => {
    await expect(read(env, origin)).rejects.toMatchObject({ code: "invalid_input" });
  });
});
