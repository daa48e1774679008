import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkPrograms } from "../../doctor/check-programs.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { listAgentPrograms } from "../../local-engine/settings/agent-programs.ts";
import { writePrograms } from "../testing/write-programs.ts";
import { confirmNewPrograms } from "./confirm-new-programs.ts";

const nobody = (): null => null;
const AGENT = { CLAUDECODE: "1" };

let root = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "confirm-")));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  const place = await mkdtemp(join(root, "machine-"));
  await writePrograms(join(place, "bin"));
  env = { HOME: place, XDG_DATA_HOME: join(place, "data"), PATH: join(place, "bin") };
});

const program = () => join(env.PATH ?? "", "gemini");
const pins = async () => {
  const text = await readFile(localFiles(env).settings, "utf8").catch(() => "{}");
  return JSON.parse(text).programs?.gemini ?? null;
};
const stateNow = async () =>
  (await listAgentPrograms(localFiles(env))).find(({ name }) => name === "gemini")?.state;
const diagnosed = async (more: Record<string, string> = {}) =>
  (await checkPrograms({ env: { ...env, ...more } }, nobody)).find(
    ({ about }) => about === "gemini",
  );

describe("confirmNewPrograms", () => {
  it("pins the programs of the person's search path by path and content", async () => {
    await confirmNewPrograms(localFiles(env), env, nobody);

    expect(await pins()).toEqual({
      path: program(),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await stateNow()).toBe("confirmed");
  });

  it("pins nothing while an agent runs it", async () => {
    await confirmNewPrograms(localFiles(env), { ...env, ...AGENT }, nobody);
    await confirmNewPrograms(localFiles(env), env, () => "claude");

    expect(await pins()).toBeNull();
  });

  it("leaves a changed program to the person", async () => {
    await confirmNewPrograms(localFiles(env), env, nobody);
    const before = await pins();
    await writeFile(program(), "#!/bin/sh\necho other\n");
    await confirmNewPrograms(localFiles(env), env, nobody);

    expect(await pins()).toEqual(before);
    expect(await stateNow()).toBe("changed");
  });
});

describe("checkPrograms", () => {
  it("names a changed program and pins it as it is now when asked to repair", async () => {
    await confirmNewPrograms(localFiles(env), env, nobody);
    expect(await diagnosed()).toBeUndefined();
    await writeFile(program(), "#!/bin/sh\necho other\n");

    const found = await diagnosed();
    expect(found).toMatchObject({ level: "warn", fix: "countersign agent confirm gemini" });
    expect(await found?.repair?.()).toBe(`confirmed ${program()}`);
    expect(await stateNow()).toBe("confirmed");
    expect(await diagnosed()).toBeUndefined();
  });

  it("offers no repair to an agent", async () => {
    await confirmNewPrograms(localFiles(env), env, nobody);
    await writeFile(program(), "#!/bin/sh\necho other\n");

    expect(await diagnosed(AGENT)).toMatchObject({ level: "warn" });
    expect((await diagnosed(AGENT))?.repair).toBeUndefined();
  });
});
