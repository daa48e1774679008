import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProcesses } from "./find-processes.ts";
import { stallPack } from "./interrupts.ts";
import { openRemote, type Remote } from "./open-remote.ts";

const MAIN = "refs/heads/main";
const PROGRAM = fileURLToPath(new URL("./fetch-process.ts", import.meta.url));

/** Starts a fetch in a process of its own. */
function startFetch({ folder, gitDir, remote }: Remote, killAt: string | null) {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "ignore", "inherit"] });
  const dataDirectory = join(folder, "data");
  child.stdin.end(JSON.stringify({ dataDirectory, gitDir, remote, refs: [MAIN], killAt }));
  return { kill: () => child.kill("SIGKILL"), ended: once(child, "exit") };
}

/** Asserts that the clone is whole after the next fetch, and that nothing of the killed one is left. */
async function expectRecovery(lab: Remote, commit: string): Promise<void> {
  await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);
  expect(await lab.clone(["rev-parse", MAIN])).toBe(commit);
  expect(await lab.clone(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
  expect(await readdir(join(lab.gitDir, "incoming"))).toEqual([]);
}

describe("a fetch whose process is killed", () => {
  it("ends its git processes in the middle of a download, and the next fetch succeeds", async () => {
    const lab = await openRemote();
    const commit = await lab.commit(MAIN, "noise", randomBytes(1_000_000).toString("base64"));
    lab.state.interrupt = stallPack;
    const fetching = startFetch(lab, null);
    await expect
      .poll(() => findProcesses(lab.gitDir).filter(({ args }) => args.includes("index-pack")), {
        timeout: 60_000,
      })
      .toHaveLength(1);
    fetching.kill();
    await fetching.ended;

    await expect.poll(() => findProcesses(lab.gitDir), { timeout: 10_000 }).toEqual([]);
    expect(await readdir(join(lab.gitDir, "incoming"))).toHaveLength(1);
    lab.state.interrupt = () => false;
    await expectRecovery(lab, commit);
  });

  it.each(["remote.fetched", "remote.accepted"])("leaves a usable clone at %s", async (killAt) => {
    const lab = await openRemote();
    const commit = await lab.commit(MAIN, "a.txt", "1");
    expect(await startFetch(lab, killAt).ended).toEqual([null, "SIGKILL"]);
    expect(await lab.clone(["for-each-ref"])).toBe("");
    await expectRecovery(lab, commit);
  });
});
