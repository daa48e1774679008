import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Content, parseRawDiff } from "@countersign/core";
import type { Mirror } from "../../../ports/mirror.ts";
import type { ShownDiff } from "../../../ports/shown-diff.ts";

const execute = promisify(execFile);

type FileContent = string | Uint8Array | { link: string } | { executable: string } | null;
type Files = Readonly<Record<string, FileContent>>;

/** The methods of a mirror that checks use, as plain git on a repository that only the test writes. */
type PlainMirror = Pick<
  Mirror,
  "checkout" | "interdiff" | "listPaths" | "readChange" | "readFile" | "readHistory" | "showDiff"
>;

export type PlainRepository = {
  mirror: PlainMirror;
  /** Changes files and commits them. Null removes a file. */
  commit(files: Files, message?: string): Promise<{ commit: string; tree: string }>;
  /** Returns the content from the first commit to the last. */
  content(): Promise<Content>;
  git(...words: string[]): Promise<string>;
  remove(): Promise<void>;
};

export async function openPlainRepository(): Promise<PlainRepository> {
  const directory = await mkdtemp(join(tmpdir(), "plain-repository-"));
  const bytes = async (...words: string[]): Promise<Buffer> => {
    const options = { cwd: directory, encoding: "buffer", maxBuffer: 1024 ** 3 } as const;
    return (await execute("git", words, options)).stdout;
  };
  const git = async (...words: string[]) => (await bytes(...words)).toString("utf8").trim();
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "Ana");
  await git("config", "user.email", "ana@example.com");

  return {
    git,
    mirror: plainMirror(bytes),
    async commit(files, message = "Change") {
      for (const [path, content] of Object.entries(files))
        await put(join(directory, path), content);
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "-m", message);
      return {
        commit: await git("rev-parse", "HEAD"),
        tree: await git("rev-parse", "HEAD^{tree}"),
      };
    },
    async content() {
      const base = await git("rev-list", "--max-parents=0", "HEAD");
      const head = await git("rev-parse", "HEAD");
      const tree = await git("rev-parse", "HEAD^{tree}");
      return { repo: "shop", target: "main", base, head, tree };
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function put(path: string, content: FileContent): Promise<void> {
  await rm(path, { force: true, recursive: true });
  if (content === null) return;
  await mkdir(dirname(path), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) await writeFile(path, content);
  else if ("link" in content) await symlink(content.link, path);
  else {
    await writeFile(path, content.executable);
    await chmod(path, 0o755);
  }
}

function plainMirror(bytes: (...words: string[]) => Promise<Buffer>): PlainMirror {
  const between = async (base: string, head: string): Promise<ShownDiff> => {
    const options = ["diff-tree", "-r", "-p", "--text", "--binary", "--full-index", "--no-renames"];
    const names = await bytes("diff-tree", "-r", "-z", "--name-only", "--no-renames", base, head);
    const paths = names
      .toString("utf8")
      .split("\0")
      .filter((path) => path !== "");
    const files = await Promise.all(
      paths.map(async (path) => ({
        path,
        patch: await bytes(...options, base, head, "--", path),
      })),
    );
    return { patch: Buffer.concat(files.map(({ patch }) => patch)), files, unshown: [] };
  };
  return {
    async checkout(_repo, tree, target) {
      const archive = join(await mkdtemp(join(tmpdir(), "archive-")), "tree.tar");
      await bytes("archive", "--format=tar", `--output=${archive}`, tree);
      await execute("tar", ["-xf", archive, "-C", target]);
      await rm(dirname(archive), { recursive: true });
      const files = await readdir(target, { recursive: true });
      return { files: files.length, bytes: 0, skipped: [] };
    },
    async readFile(_repo, tree, path) {
      const found = await bytes("show", `${tree}:${path}`).catch(() => null);
      return found === null ? null : { size: found.length, bytes: found };
    },
    async readChange(content) {
      const sides = [content.base, content.head];
      const raw = await bytes(
        "diff-tree",
        "-r",
        "--raw",
        "-z",
        "--numstat",
        "--no-abbrev",
        "-M",
        ...sides,
      );
      const log = await bytes("log", "--format=%H%x00%s", `${content.base}..${content.head}`);
      const commits = log
        .toString()
        .trim()
        .split("\n")
        .map((line) => {
          const [id = "", subject = ""] = line.split("\0");
          return { id, subject, authorName: "Ana", authorEmail: "ana@example.com" };
        });
      const entries = parseRawDiff(raw.toString("utf8"));
      const none = { patches: [], generatedPaths: [], keyChanges: [], tooLarge: [] };
      return { content, entries, commits, ...none };
    },
    async listPaths(_repo, tree) {
      const names = await bytes("ls-tree", "-r", "-z", "--name-only", tree);
      return names
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== "");
    },
    readHistory: async () => ({ commits: 1, hidden: [], messages: [], cut: null }),
    showDiff: ({ base, head }) => between(base, head),
    interdiff: (_repo, from, to) => between(from, to),
  };
}
