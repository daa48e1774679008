import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writePrivate } from "../local-engine/files/private-file.ts";
import { branchFile } from "./branch-file.ts";
import { formerBranchTask } from "./branch-task.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-branch-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const place = { repository: "/r", root: "/r", common: "/r/.git", branch: "fix" };

describe("formerBranchTask", () => {
  it("reads what release 0.1 wrote for a branch of a repository", async () => {
    const written = { task: "cs-1", repository: "/r", branch: "fix" };
    await writePrivate(branchFile(directory, place), written);
    expect(await formerBranchTask(directory, place)).toBe("cs-1");
    expect(await formerBranchTask(directory, { ...place, branch: "other" })).toBeNull();
    expect(await formerBranchTask(directory, { ...place, common: "/q/.git" })).toBeNull();
  });

  it("goes by the working directory where there is no branch", async () => {
    const detached = { ...place, branch: null, root: "/w" };
    const written = { task: "cs-4", repository: "/r", branch: "/w" };
    await writePrivate(branchFile(directory, detached), written);
    expect(await formerBranchTask(directory, detached)).toBe("cs-4");
    expect(await formerBranchTask(directory, { ...detached, root: "/v" })).toBeNull();
  });
});
