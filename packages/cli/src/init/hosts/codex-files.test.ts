import { expect, it } from "vitest";
import { codexFiles } from "./codex-files.ts";
import { userFolders } from "./user-file.ts";

it("names to Codex what the server needs of the environment, and no token", async () => {
  const folders = userFolders({ HOME: "/nowhere" });
  if (folders === null) throw new Error("There is a home");
  const [, config] = await codexFiles(folders, "/data/bin/countersign");
  const lines = config?.edit.kind === "block" ? config.edit.block.lines : [];
  const passed = lines.find((line) => line.startsWith("env_vars = "));
  expect(passed).toContain('["XDG_DATA_HOME", ');
  expect(passed).not.toContain("TOKEN");
});
