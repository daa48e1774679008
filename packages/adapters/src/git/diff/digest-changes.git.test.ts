import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openMirrored, pinBranchContent } from "../testing/open-mirror.ts";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const NONE = `000000 ${"0".repeat(64)}`;

describe("the digest of changes in the mirror", () => {
  it("covers content, modes, links, submodules and removed files", async () => {
    const lab = openMirrored();
    lab.write("kept.txt", "same\n");
    lab.write("edited.txt", "one\n");
    lab.write("tool.sh", "echo\n");
    lab.write("gone.txt", "old\n");
    const base = lab.commit();
    const blob = lab.git("rev-parse", `${base}:kept.txt`);
    lab.write("edited.txt", "two\n");
    lab.write("dir/new.bin", Buffer.of(0, 255));
    lab.git("rm", "--quiet", "gone.txt");
    lab.git("add", "-A");
    lab.git("update-index", "--chmod=+x", "tool.sh");
    const link = lab.feed("kept.txt", "hash-object", "-w", "--stdin");
    lab.git("update-index", "--add", "--cacheinfo", `120000,${link},link`);
    // A submodule may name the id of a file.
    lab.git("update-index", "--add", "--cacheinfo", `160000,${blob},module`);
    lab.git("commit", "--quiet", "-m", "Change");
    const { repo, tree } = await pinBranchContent(lab, base);

    const lines = [
      `${NONE} 100644 ${sha256(Buffer.of(0, 255))} dir/new.bin\0`,
      `100644 ${sha256("one\n")} 100644 ${sha256("two\n")} edited.txt\0`,
      `100644 ${sha256("old\n")} ${NONE} gone.txt\0`,
      `${NONE} 120000 ${sha256("kept.txt")} link\0`,
      `${NONE} 160000 ${sha256(blob)} module\0`,
      `100644 ${sha256("echo\n")} 100755 ${sha256("echo\n")} tool.sh\0`,
    ];
    expect(await lab.mirror.digestChanges(repo, { from: base, to: tree })).toEqual({
      sha256: sha256(lines.join("")),
      files: 6,
    });
    const whole = ["edited.txt", "gone.txt", "kept.txt", "tool.sh"].map((path) => {
      const content = lab.git("cat-file", "blob", `${base}:${path}`);
      return `${NONE} 100644 ${sha256(`${content}\n`)} ${path}\0`;
    });
    expect(await lab.mirror.digestChanges(repo, { from: null, to: base })).toEqual({
      sha256: sha256(whole.join("")),
      files: 4,
    });
  });
});
