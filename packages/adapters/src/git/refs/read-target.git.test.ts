import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";

type Lab = ReturnType<typeof openMirrored>;

const inGit = (lab: Lab, path: string) => join(lab.repo, ".git", path);

describe("readTarget", () => {
  it("answers with the commit, loose or packed, and says when the branch is gone", async () => {
    const lab = openMirrored();
    const tip = lab.commit();

    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({ is: "at", tip });
    lab.git("pack-refs", "--all");
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({ is: "at", tip });
    expect(await lab.mirror.readTarget(lab.repository, "other")).toMatchObject({ is: "gone" });
  });

  it.each<[string, string, (lab: Lab, tip: string) => void]>([
    [
      "an alias of another branch",
      "is an alias of another",
      (lab) => lab.git("symbolic-ref", "refs/heads/main", "refs/heads/evil"),
    ],
    [
      "a link in place of the branch",
      "refs/heads/main is a link",
      (lab) => {
        lab.git("pack-refs", "--all");
        symlinkSync("refs/heads/evil", inGit(lab, "refs/heads/main"));
      },
    ],
    [
      "a link in place of packed-refs",
      "packed-refs is a link",
      (lab, tip) => {
        rmSync(inGit(lab, "refs/heads/main"));
        writeFileSync(inGit(lab, "elsewhere"), `${tip} refs/heads/main\n`);
        symlinkSync("elsewhere", inGit(lab, "packed-refs"));
      },
    ],
    [
      "a branch file that is too large",
      "refs/heads/main is too large",
      (lab, tip) => writeFileSync(inGit(lab, "refs/heads/main"), `${tip}\n${" ".repeat(10_000)}\n`),
    ],
    [
      "a folder of reftables",
      "reftables are not supported",
      (lab) => mkdirSync(inGit(lab, "reftable")),
    ],
    [
      "a shallow clone",
      "shallow clone. Run git fetch --unshallow",
      (lab, tip) => writeFileSync(inGit(lab, "shallow"), `${tip}\n`),
    ],
  ])("calls %s unreadable", async (_, detail, change) => {
    const lab = openMirrored();
    const tip = lab.commit();
    change(lab, tip);

    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({
      is: "unreliable",
      why: "target_unreadable",
      detail: expect.stringContaining(detail),
    });
  });

  it.skipIf(process.getuid?.() === 0)("calls a branch it may not open unreadable", async () => {
    const lab = openMirrored();
    lab.commit();
    chmodSync(inGit(lab, "refs/heads/main"), 0);

    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({
      detail: expect.stringContaining("cannot be opened"),
    });
  });

  it("names replace refs, loose and packed, and grafts", async () => {
    const lab = openMirrored();
    const first = lab.commit("One");
    const second = lab.commit("Two");
    const altered = (detail: string) => ({
      is: "unreliable",
      why: "history_altered",
      detail: expect.stringContaining(detail),
    });
    lab.git("replace", second, first);
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject(altered("replace"));
    lab.git("pack-refs", "--all");
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject(altered("replace"));
    lab.git("replace", "-d", second);
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({ is: "at" });
    writeFileSync(inGit(lab, "info/grafts"), `${second}\n`);
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject(altered("grafts"));
  });
});
