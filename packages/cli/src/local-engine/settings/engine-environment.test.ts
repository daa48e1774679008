import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { ENGINE_PATH, engineEnvironment, storedVariables } from "./engine-environment.ts";

const GIVEN = {
  PATH: "/tmp/evil",
  HOME: "/tmp/evil",
  XDG_DATA_HOME: "/data",
  XDG_CACHE_HOME: "/cache",
  LC_ALL: "C.UTF-8",
  https_proxy: "http://proxy:3128",
  DATABASE_URL: "postgres://project",
  COUNTERSIGN_DATABASE_URL: "postgres://x",
  COUNTERSIGN_TOKEN: "cs_secret",
  NODE_OPTIONS: "--require /tmp/evil.js",
  GIT_CONFIG_GLOBAL: "/tmp/evil",
  LD_PRELOAD: "/tmp/evil.so",
  ANTHROPIC_API_KEY: "sk-1",
  EMPTY: undefined,
};

it("stores addresses and places, and no credential, switch or search path", () => {
  expect(storedVariables(GIVEN)).toEqual({
    XDG_CACHE_HOME: "/cache",
    LC_ALL: "C.UTF-8",
    https_proxy: "http://proxy:3128",
    COUNTERSIGN_DATABASE_URL: "postgres://x",
  });
});

it("gives the engine what was stored, the account and a path of its own, and nothing else", () => {
  const { username, homedir } = userInfo();
  const stored = { HTTPS_PROXY: "http://proxy:3128", NODE_OPTIONS: "--inspect", PATH: "/tmp/evil" };
  expect(engineEnvironment("/data/countersign", stored)).toEqual({
    LANG: "C.UTF-8",
    HTTPS_PROXY: "http://proxy:3128",
    PATH: ENGINE_PATH,
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    COUNTERSIGN_DATA: "/data/countersign",
  });
});
