import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { branchTask, rememberBranchTask } from "./branch-task.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-branch-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const place = { repository: "/r", root: "/r", common: "/r/.git", branch: "fix" };

describe("branchTask", () => {
  it("remembers the last task of each branch of each repository", async () => {
    await rememberBranchTask(directory, place, "cs-1");
    await rememberBranchTask(directory, { ...place, branch: "other" }, "cs-2");
    await rememberBranchTask(directory, place, "cs-3");
    expect(await branchTask(directory, place)).toBe("cs-3");
    expect(await branchTask(directory, { ...place, branch: "other" })).toBe("cs-2");
    expect(await branchTask(directory, { ...place, common: "/q/.git" })).toBeNull();
  });

  it("goes by the working directory where there is no branch", async () => {
    await rememberBranchTask(directory, { ...place, branch: null, root: "/w" }, "cs-4");
    expect(await branchTask(directory, { ...place, branch: null, root: "/w" })).toBe("cs-4");
    expect(await branchTask(directory, { ...place, branch: null, root: "/v" })).toBeNull();
  });

  it("keeps its files for their owner", async () => {
    const folder = join(directory, "branches");
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });
});
