import { expect, it } from "vitest";
import { engineEnvironment } from "./engine-environment.ts";

it("hands the engine places and addresses, and no credential or switch of its caller", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/ada",
    XDG_DATA_HOME: "/data",
    LC_ALL: "C.UTF-8",
    DATABASE_URL: "postgres://x",
    COUNTERSIGN_TOKEN: "cs_secret",
    NODE_OPTIONS: "--require /tmp/evil.js",
    GIT_CONFIG_GLOBAL: "/tmp/evil",
    LD_PRELOAD: "/tmp/evil.so",
    ANTHROPIC_API_KEY: "sk-1",
    EMPTY: undefined,
  };
  expect(engineEnvironment(env)).toEqual({
    PATH: "/bin",
    HOME: "/home/ada",
    XDG_DATA_HOME: "/data",
    LC_ALL: "C.UTF-8",
    DATABASE_URL: "postgres://x",
  });
});
