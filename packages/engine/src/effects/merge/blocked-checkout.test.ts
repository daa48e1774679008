import { describe, expect, it } from "vitest";
import { blockedFailure } from "./blocked-checkout.ts";

describe("blockedFailure", () => {
  it("names the checkout, the files and the command that helps", () => {
    expect(blockedFailure({ path: "/home/ana/shop", paths: ["README.md", "a b's.txt"] })).toEqual({
      kind: "dirty",
      detail:
        "/home/ana/shop has uncommitted changes in files that this merge changes: README.md, a b's.txt. Stash them, and the merge goes on: git -C /home/ana/shop stash push --include-untracked -- README.md 'a b'\\''s.txt'",
      files: ["README.md", "a b's.txt"],
      path: "/home/ana/shop",
    });
  });

  it("names the first of many files, and stashes all", () => {
    const paths = Array.from({ length: 12 }, (_, index) => `file-${index}`);
    const { detail } = blockedFailure({ path: "/shop", paths });

    expect(detail).toContain("file-9 and 2 more. Stash them");
    expect(detail).toMatch(/git -C \/shop stash push --include-untracked$/);
  });

  it("says what git is in the middle of", () => {
    const { detail, path } = blockedFailure({ path: "/shop", paths: [".git/MERGE_HEAD", "a"] });

    expect(detail).toContain("Git is in the middle of something in /shop (.git/MERGE_HEAD)");
    expect(path).toBe("/shop");
  });

  it("tries again by itself while a git command runs there", () => {
    expect(blockedFailure({ path: "/shop", paths: [".git/index.lock"] })).not.toHaveProperty(
      "path",
    );
  });
});
