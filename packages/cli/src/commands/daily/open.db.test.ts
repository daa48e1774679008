import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createClient } from "@countersign/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let person: Record<string, string>;
let task = "";

/** A directory with an `xdg-open` that notes its arguments and ends with this code. */
async function fakeBrowser(code: number): Promise<{ PATH: string; DISPLAY: string; seen: string }> {
  const folder = join(stage.bench.directory, `bin-${code}`);
  const seen = join(folder, "seen");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "xdg-open"), `#!/bin/sh\necho "$@" > ${seen}\nexit ${code}\n`);
  await chmod(join(folder, "xdg-open"), 0o755);
  return { PATH: `${folder}:${stage.bench.env.PATH}`, DISPLAY: ":0", seen };
}

/** Signs in with the code of a URL as the page does. */
async function signIn(url: string): Promise<string> {
  const { origin, hash } = new URL(url);
  const body = { code: hash.replace("#code=", "") };
  return (await createClient({ baseUrl: origin }).beginSession({ body })).token;
}

beforeAll(async () => {
  stage = await openStage();
  const pages = join(dirname(stage.bench.program), "web");
  await mkdir(pages, { recursive: true });
  if (!existsSync(join(pages, "index.html"))) await writeFile(join(pages, "index.html"), "<html>");
  await stage.bench.write("a.js", "export const x = 1;\n");
  await stage.bench.git("add", "-A");
  await stage.bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit"]);
  person = { COUNTERSIGN_TOKEN: await stage.bench.humanToken() };
  ({ task } = await stage.json(["task", "add", "One"]));
});
afterAll(async () => {
  await stage.bench.close();
});

describe("countersign open", () => {
  it("prints a URL with a code that signs the person in once", async () => {
    const told = await stage.json(["open", "--print"], person);
    expect(told).toEqual({
      ...{ opened: false, task: null, validMs: 60_000 },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=csc_[\w-]{43}$/),
    });
    const token = await signIn(told.url);
    const baseUrl = new URL(told.url).origin;
    const me = await createClient({ baseUrl, token }).me();
    expect(me).toMatchObject({ role: "human", task: null });
    await expect(signIn(told.url)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(createClient({ baseUrl, token }).me()).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  it("opens the page of a task in the person's browser, and then prints no code", async () => {
    const { seen, ...env } = await fakeBrowser(0);
    const told = await stage.json(["open", task.slice(0, -1)], { ...person, ...env });
    expect(told).toMatchObject({ opened: true, task, url: expect.not.stringContaining("code") });
    const opened = (await readFile(seen, "utf8")).trim();
    expect(opened.split("#")[0]).toBe(told.url);
    expect(await signIn(opened)).toMatch(/^cs_local_/);
  });

  it.each([
    ["without a display", async () => ({})],
    ["if the browser does not start", async () => await fakeBrowser(3)],
    ["without a program for it", async () => ({ DISPLAY: ":0", PATH: "/nowhere" })],
  ])("prints the URL %s", async (_, environment) => {
    const { code, out } = await stage.run(["open"], { ...person, ...(await environment()) });
    expect(code).toBe(0);
    expect(out).toContain("No browser could be opened. Open this URL within 60 seconds");
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#code=csc_/);
  });

  it("creates nothing with --dry-run, and nothing for an unknown task", async () => {
    const dry = await stage.run(["open", "--dry-run"], person);
    expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/^Would open http:/)]);
    expect(dry.out).not.toContain("code=");
    expect((await stage.run(["open", "cs-nowhere", "--print"], person)).out).not.toContain("code=");
  });

  it("is refused where no person sits at a terminal, and for agents", async () => {
    for (const env of [{}, { CLAUDECODE: "1" }]) {
      const { code, out, err } = await stage.run(["open", "--print"], env);
      expect([code, out]).toEqual([4, ""]);
      expect(err).toContain("Signing in needs a person");
    }
  });
});
