import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { HostileCase, HostileLab } from "./hostile-case.ts";

/** Traps that hide a change from a reader, or make us use objects that are not the repository's. */
export const HOSTILE_HIDING: readonly HostileCase[] = [
  {
    name: "replaced commit",
    plant: (lab) => {
      const good = lab.git("commit-tree", "-p", lab.base, "-m", "Fine", `${lab.base}^{tree}`);
      lab.git("replace", lab.evil, good);
    },
    springs: (lab) => !lab.git("diff", "main", "agent").includes("evil()"),
    unregistered: true,
  },
  {
    name: "grafted history",
    plant: (lab) => {
      lab.write("b.ts", "harmless\n");
      const last = lab.commit("Harmless");
      mkdirSync(join(lab.repo, ".git", "info"), { recursive: true });
      writeFileSync(join(lab.repo, ".git", "info", "grafts"), `${last} ${lab.base}\n`);
    },
    springs: (lab) => !lab.git("log", "--format=%s", "main..agent").includes("Evil"),
    mustShow: ["commit Evil", "commit Harmless"],
    unregistered: true,
  },
  {
    name: "attribute -diff",
    plant: (lab) => {
      lab.write(".gitattributes", "*.ts -diff\n");
      lab.commit("Attributes");
    },
    springs: (lab) => !lab.git("diff", "main", "agent", "--", "a.ts").includes("evil()"),
  },
  {
    name: "attribute -diff outside the tree",
    plant: (lab) => {
      mkdirSync(join(lab.repo, ".git", "info"), { recursive: true });
      writeFileSync(join(lab.repo, ".git", "info", "attributes"), "* -diff\n");
    },
    springs: (lab) => !lab.git("diff", "main", "agent").includes("evil()"),
  },
  {
    name: "attribute export-ignore",
    plant: (lab) => {
      lab.write(".gitattributes", "a.ts export-ignore\n");
      lab.commit("Attributes");
    },
    springs: (lab) => !lab.git("archive", "HEAD").includes("evil()"),
  },
  {
    name: "assume-unchanged file",
    plant: (lab) => {
      lab.git("update-index", "--assume-unchanged", "b.ts");
      lab.write("b.ts", "hidden()\n");
    },
    springs: (lab) => lab.git("status", "--porcelain") === "",
    mustShow: ["+hidden()"],
  },
  {
    name: "skip-worktree file",
    plant: (lab) => {
      lab.git("update-index", "--skip-worktree", "b.ts");
      lab.write("b.ts", "hidden()\n");
    },
    springs: (lab) => lab.git("status", "--porcelain") === "",
    mustShow: ["+hidden()"],
  },
  unlisted("info/exclude", (lab) => {
    mkdirSync(join(lab.repo, ".git", "info"), { recursive: true });
    appendFileSync(join(lab.repo, ".git", "info", "exclude"), "hidden.ts\n");
  }),
  unlisted("core.excludesFile", (lab) => {
    writeFileSync(join(lab.folder, "excludes"), "*\n");
    lab.git("config", "core.excludesFile", join(lab.folder, "excludes"));
  }),
  unlisted("status.showUntrackedFiles", (lab) => {
    lab.git("config", "status.showUntrackedFiles", "no");
  }),
  {
    name: "core.fileMode",
    plant: (lab) => {
      lab.git("config", "core.fileMode", "false");
      chmodSync(join(lab.repo, "b.ts"), 0o755);
    },
    springs: (lab) => lab.git("status", "--porcelain") === "",
    mustShow: ["new mode 100755"],
  },
  {
    name: "core.worktree elsewhere",
    plant: (lab) => {
      lab.write("b.ts", "hidden()\n");
      mkdirSync(join(lab.folder, "decoy"));
      lab.git("config", "core.worktree", join(lab.folder, "decoy"));
      writeFileSync(join(lab.folder, "decoy", "a.ts"), "evil()\n");
      writeFileSync(join(lab.folder, "decoy", "b.ts"), "b\n");
    },
    springs: (lab) => lab.git("status", "--porcelain") === "",
    mustShow: ["+hidden()"],
  },
  {
    name: "diff.ignoreSubmodules",
    plant: (lab) => {
      const id = lab.git("-C", lab.secret, "rev-parse", "HEAD");
      lab.git("update-index", "--add", "--cacheinfo", `160000,${id},sub`);
      lab.git("commit", "--quiet", "-m", "Submodule");
      lab.git("config", "diff.ignoreSubmodules", "all");
    },
    springs: (lab) => !lab.git("diff", "main", "agent").includes("Subproject"),
    mustShow: ["+Subproject commit"],
  },
  {
    name: "names that turn the line around",
    plant: (lab) => {
      lab.git("config", "core.quotePath", "false");
      lab.write("safe\u202est.exe", "x\n");
      lab.commit("Bidi");
    },
    springs: (lab) => lab.git("diff", "main", "agent").includes("\u202e"),
    mustShow: ["safe\\342\\200\\256st.exe"],
  },
  {
    name: "huge file in few bytes",
    plant: (lab) => {
      lab.write("zeros", new Uint8Array(60_000_000));
      lab.commit("Bomb");
      rmSync(join(lab.repo, "zeros"));
    },
    springs: (lab) => lab.git("show", "agent:zeros").length >= 60_000_000,
    mustShow: ["listed zeros"],
  },
  {
    name: "symlink out of the tree",
    plant: (lab) => {
      symlinkSync(join(lab.secret, "key"), join(lab.repo, "link"));
      lab.commit("Link");
    },
    springs: (lab) => readFileSync(join(lab.repo, "link"), "utf8") === "top secret\n",
    mustShow: ["new file mode 120000"],
  },
  {
    name: "object that lies about its id",
    plant: (lab) => {
      const id = lab.git("rev-parse", "agent:a.ts");
      const file = join(lab.repo, ".git", "objects", id.slice(0, 2), id.slice(2));
      chmodSync(file, 0o644);
      writeFileSync(file, deflateSync("blob 7\0good()\n"));
    },
    springs: (lab) => lab.git("show", "agent:a.ts") === "good()",
    refused: true,
  },
  {
    name: "borrowed objects",
    plant: (lab) => {
      const objects = join(lab.secret, ".git", "objects");
      writeFileSync(join(lab.repo, ".git", "objects", "info", "alternates"), `${objects}\n`);
      lab.git("update-ref", "refs/heads/agent", lab.git("-C", lab.secret, "rev-parse", "HEAD"));
    },
    springs: (lab) => lab.git("show", "agent:key") === "top secret",
    refused: true,
  },
  {
    name: "linked object store",
    plant: (lab) => {
      const pack = join(lab.repo, ".git", "objects", "pack");
      lab.git("-C", lab.secret, "repack", "-adq");
      rmSync(pack, { recursive: true });
      symlinkSync(join(lab.secret, ".git", "objects", "pack"), pack);
      lab.git("update-ref", "refs/heads/agent", lab.git("-C", lab.secret, "rev-parse", "HEAD"));
    },
    springs: (lab) => lab.git("show", "agent:key") === "top secret",
    refused: true,
  },
  {
    name: "commondir of another repository",
    plant: (lab) => {
      writeFileSync(join(lab.repo, ".git", "commondir"), join(lab.secret, ".git"));
    },
    springs: (lab) => lab.git("show", "main:key") === "top secret",
    refused: true,
  },
  {
    name: "worktree that points to another repository",
    plant: (lab) => {
      renameSync(join(lab.repo, ".git"), join(lab.folder, "moved.git"));
      writeFileSync(join(lab.repo, ".git"), `gitdir: ${join(lab.secret, ".git")}\n`);
      Object.assign(lab.repository, { path: join(lab.folder, "moved.git") });
    },
    springs: (lab) => lab.git("show", "main:key") === "top secret",
    refused: true,
  },
  forbiddenName("directory .git in the tree", ".git"),
  forbiddenName("path that leaves the tree", ".."),
];

/** A new file that plain git does not list. */
function unlisted(name: string, plant: (lab: HostileLab) => void): HostileCase {
  return {
    name,
    plant: (lab) => {
      lab.write("hidden.ts", "hidden()\n");
      plant(lab);
    },
    springs: (lab) => lab.git("status", "--porcelain") === "",
    mustShow: ["+hidden()"],
  };
}

/** A tree with a name that no checkout should write. */
function forbiddenName(name: string, step: string): HostileCase {
  return {
    name,
    plant: (lab) => {
      const inner = lab.feed(`100755 blob ${lab.git("rev-parse", "agent:a.ts")}\thook\n`, "mktree");
      const tree = lab.feed(`040000 tree ${inner}\t${step}\n`, "mktree");
      const commit = lab.git("commit-tree", "-p", lab.base, "-m", "Names", tree);
      lab.git("update-ref", "refs/heads/agent", commit);
    },
    springs: (lab) => lab.git("ls-tree", "-r", "--name-only", "agent") === `${step}/hook`,
    refused: true,
  };
}
