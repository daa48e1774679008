import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EngineFiles, engineFiles } from "../files/engine-files.ts";
import { chooseEnvironment, chooseForegroundEnvironment } from "./choose-environment.ts";
import { ENGINE_PATH } from "./engine-environment.ts";

const AGENT = {
  CLAUDECODE: "1",
  HTTPS_PROXY: "http://evil",
  COUNTERSIGN_DATABASE_URL: "postgres://evil",
  COUNTERSIGN_GIT: "/tmp/evil",
};

let files: EngineFiles;
beforeEach(async () => {
  files = engineFiles(join(await mkdtemp(join(tmpdir(), "environment-")), "countersign"));
});
afterEach(async () => {
  await rm(join(files.directory, ".."), { recursive: true });
});

const isPerson = { above: () => null };

describe("chooseEnvironment", () => {
  it("stores a person's settings at their first start, and keeps them at later ones", async () => {
    const first = { HTTPS_PROXY: "http://one", PATH: "/evil" };
    const later = { HTTPS_PROXY: "http://two" };

    expect(await chooseEnvironment(files, first, { reason: "needed", ...isPerson })).toMatchObject({
      HTTPS_PROXY: "http://one",
      PATH: ENGINE_PATH,
    });
    expect(await chooseEnvironment(files, later, { reason: "needed", ...isPerson })).toMatchObject({
      HTTPS_PROXY: "http://one",
    });
    expect(
      await chooseEnvironment(files, later, { reason: "server_up", ...isPerson }),
    ).toMatchObject({ HTTPS_PROXY: "http://two" });
  });

  it.each(["needed", "server_up"] as const)("takes nothing from an agent (%s)", async (reason) => {
    const person = { HTTPS_PROXY: "http://one" };
    const started = await chooseEnvironment(files, AGENT, { reason, ...isPerson });
    expect(Object.values(started).join()).not.toContain("evil");

    await chooseEnvironment(files, person, { reason, ...isPerson });
    const again = await chooseEnvironment(files, AGENT, { reason, ...isPerson });
    expect(again).toMatchObject(person);
    expect(again.COUNTERSIGN_DATABASE_URL).toBeUndefined();
  });
});

describe("runEnvironment", () => {
  it("leaves a service manager its variables, but not its search path", async () => {
    const env = {
      COUNTERSIGN_DATABASE_URL: "postgres://x",
      ANTHROPIC_API_KEY: "sk",
      PATH: "/evil",
    };
    expect(await chooseForegroundEnvironment(files, env, () => null)).toEqual({
      ...env,
      PATH: ENGINE_PATH,
    });
  });

  it("takes nothing from an agent", async () => {
    const started = await chooseForegroundEnvironment(files, AGENT, () => null);
    expect(Object.values(started).join()).not.toContain("evil");
  });
});
