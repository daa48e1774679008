import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReviewerAccess } from "@countersign/adapters";
import { describe, expect, it, onTestFinished } from "vitest";
import { planFiles } from "../plan/plan-files.ts";
import { writeFileChanges } from "../plan/write-file-changes.ts";
import { findLogins, loginAdditions } from "./find-logins.ts";

/** The home of a person who is signed in with Codex. */
async function openHome() {
  const home = await mkdtemp(join(tmpdir(), "countersign-login-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const directory = join(home, ".local", "share", "countersign");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await mkdir(join(home, ".codex"));
  await writeFile(join(home, ".codex", "auth.json"), "{}");
  const write = (access: object) =>
    writeFile(join(directory, "reviewers.json"), JSON.stringify(access), { mode: 0o600 });
  const env = { HOME: home, PATH: "/usr/bin", XDG_DATA_HOME: join(home, ".local", "share") };
  return { env, home, directory, write };
}

const nobodyAbove = () => null;

describe("findLogins", () => {
  it("finds the programs that the person is signed in with", async () => {
    const { env, home } = await openHome();

    expect(await findLogins(env, nobodyAbove)).toEqual([
      { agent: "codex", folder: join(home, ".codex") },
    ]);
  });

  it("looks where the person's settings are", async () => {
    const { env, home } = await openHome();
    await mkdir(join(home, "elsewhere"));
    await writeFile(join(home, "elsewhere", ".credentials.json"), "{}");

    const found = await findLogins(
      { ...env, CLAUDE_CONFIG_DIR: join(home, "elsewhere") },
      nobodyAbove,
    );

    expect(found).toContainEqual({ agent: "claude", folder: join(home, "elsewhere") });
  });

  it.each([
    ["a key", { models: { openai: { apiKey: "sk-test" } } }],
    ["a login", { logins: { codex: "/elsewhere/.codex" } }],
  ])("offers none where the engine has %s already", async (_, access) => {
    const { env, write } = await openHome();
    await write(access);

    expect(await findLogins(env, nobodyAbove)).toEqual([]);
  });

  it("offers none to an agent", async () => {
    const { env } = await openHome();

    expect(await findLogins(env, () => "claude")).toEqual([]);
  });
});

describe("loginAdditions", () => {
  it.each([
    ["a new file", null],
    ["a file with keys", { models: { anthropic: { apiKey: "sk-of-the-person" } } }],
  ])(
    "names the login in %s, which only the owner reads, and keeps no copy of it",
    async (_, given) => {
      const { home, directory, write } = await openHome();
      if (given !== null) await write(given);
      const login = { agent: "codex", folder: join(home, ".codex") } as const;
      const additions = loginAdditions({ login }, { directory, home });

      const files = await planFiles(additions, { own: null, others: [] });
      await writeFileChanges(
        files.flatMap((file) => (file.is === "new" || file.is === "edit" ? [file] : [])),
      );

      const file = join(directory, "reviewers.json");
      expect((await stat(file)).mode & 0o077).toBe(0);
      const access = await readReviewerAccess(file);
      expect(access).toMatchObject({ ...given, logins: { codex: login.folder } });
      expect(await readFile(file, "utf8")).toContain(login.folder);
      expect(JSON.stringify(files.map((one) => ("done" in one ? one.done : null)))).not.toContain(
        "sk-of-the-person",
      );
    },
  );
});
