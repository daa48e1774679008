import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createGitMirror } from "@countersign/adapters";

/** A commit of a real repository, and a copy of exactly its tree. */
export type ReviewLab = { tree: string; directory: string; remove(): void };

const AUTHOR = {
  GIT_AUTHOR_NAME: "Author",
  GIT_AUTHOR_EMAIL: "author@example.com",
  GIT_COMMITTER_NAME: "Author",
  GIT_COMMITTER_EMAIL: "author@example.com",
};

/** Commits files, fetches the commit into a mirror of ours and checks its tree out. */
export async function openReviewLab(files: Readonly<Record<string, string>>): Promise<ReviewLab> {
  const root = mkdtempSync(join(tmpdir(), "review lab-"));
  const path = join(root, "repository");
  mkdirSync(path);
  const git = (...words: string[]) =>
    execFileSync("git", words, {
      cwd: path,
      env: { PATH: process.env.PATH, HOME: root, ...AUTHOR },
    });
  git("init", "--quiet", "--initial-branch", "main");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  git("add", "--all", "--force");
  git("commit", "--quiet", "-m", "Add a shop");

  const mirror = createGitMirror({ dataDirectory: join(root, "data") });
  const { tree } = await mirror.fetch({ id: "acme/shop", path }, { branch: "main" });
  const directory = join(root, "tree");
  await mirror.checkout("acme/shop", tree, directory);
  return { tree, directory, remove: () => rmSync(root, { recursive: true, force: true }) };
}
