import { expect, it } from "vitest";
import { codexFiles } from "./codex-files.ts";

it("names to Codex what the server needs of the environment, and no token", () => {
  const pinned = { node: "/node", program: "/main.mjs" };
  const [, config] = codexFiles({ folder: "/shop", prefix: "" }, pinned);
  const lines = config?.edit.kind === "block" ? config.edit.block.lines : [];
  const passed = lines.find((line) => line.startsWith("env_vars = "));
  expect(passed).toContain('["XDG_DATA_HOME", ');
  expect(passed).not.toContain("TOKEN");
});
