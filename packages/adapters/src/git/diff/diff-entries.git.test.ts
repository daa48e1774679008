import { join } from "node:path";
import { expect, it } from "vitest";
import { findGit } from "../program/git-settings.ts";
import { locateMirror, type MirrorDirectory } from "../program/mirror-directory.ts";
import { openMirrored } from "../testing/open-mirror.ts";
import { diffPatch } from "./diff-entries.ts";

it("asks git for a difference once, unless less is allowed than is known", async () => {
  const lab = openMirrored();
  lab.write("a", "1\n");
  const from = lab.commit("One");
  lab.write("a", "2\n");
  const to = lab.commit("Two");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const settings = { binary: findGit(undefined), home: lab.folder, timeoutMs: 10_000 };
  const directory = locateMirror(settings, join(lab.folder, "data", "mirrors"), "acme/shop");
  let diffs = 0;
  const ask: MirrorDirectory["ask"] = (args, question) => {
    if (args[0] === "diff-tree") diffs += 1;
    return directory.ask(args, question);
  };
  const mirror = { ...directory, ask };
  const patch = (maxOutput: number) =>
    diffPatch(mirror, { from, to }, { renames: "none", maxOutput });

  const first = await patch(1_000);
  expect(first.toString()).toContain("-1\n+2\n");
  expect(await patch(1_000)).toEqual(first);
  expect(diffs).toBe(1);
  await patch(10).catch(() => undefined);
  expect(diffs).toBe(2);
});
