import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostileCase, HostileLab } from "./hostile-case.ts";
import { HOSTILE_HOOKS } from "./hostile-hooks.ts";

type Setting = (lab: HostileLab) => readonly [key: string, value: string];

/** A setting that names a program, and a plain command that runs it. */
function setting(
  name: string,
  key: string,
  command: (lab: HostileLab) => void,
  value: (lab: HostileLab) => string = (lab) => lab.canary,
): HostileCase {
  return withSettings(name, [(lab) => [key, value(lab)]], command);
}

function withSettings(
  name: string,
  settings: readonly Setting[],
  command: (lab: HostileLab) => void,
): HostileCase {
  return {
    name,
    plant: (lab) => {
      for (const one of settings) lab.git("config", ...one(lab));
    },
    springs: (lab) => {
      command(lab);
      return lab.fired();
    },
  };
}

/** A driver that the attributes of the worktree call for. */
function driver(
  name: string,
  attribute: string,
  key: string,
  command: (lab: HostileLab) => void,
): HostileCase {
  return {
    name,
    plant: (lab) => {
      lab.write(".gitattributes", `*.ts ${attribute}=trap\n`);
      lab.commit("Attributes");
      lab.git("config", key, lab.canary);
    },
    springs: (lab) => {
      command(lab);
      return lab.fired();
    },
  };
}

/** A name that a careless command takes for an option. */
function optionLike(name: string, branch: (lab: HostileLab) => string): HostileCase {
  return {
    name,
    plant: (lab) => {
      lab.git("update-ref", `refs/heads/${branch(lab)}`, lab.evil);
    },
    springs: (lab) => {
      const option = branch(lab);
      if (option.startsWith("--upload")) lab.tryGit("ls-remote", option, ".");
      else if (option.startsWith("--open")) lab.tryGit("grep", option, "evil");
      else lab.tryGit("diff", option);
      return lab.fired();
    },
  };
}

const touchAndAdd = (lab: HostileLab): void => {
  lab.write("a.ts", "evil()\n// touched\n");
  lab.tryGit("add", "a.ts");
};

export const HOSTILE_PROGRAMS: readonly HostileCase[] = [
  ...HOSTILE_HOOKS,
  setting("core.fsmonitor", "core.fsmonitor", (lab) => lab.tryGit("status")),
  setting("diff.external", "diff.external", (lab) => lab.tryGit("diff", "main", "agent")),
  driver("textconv", "diff", "diff.trap.textconv", (lab) => lab.tryGit("log", "-p")),
  driver("diff driver", "diff", "diff.trap.command", (lab) => lab.tryGit("diff", "main", "agent")),
  driver("clean filter", "filter", "filter.trap.clean", touchAndAdd),
  driver("process filter", "filter", "filter.trap.process", touchAndAdd),
  driver("smudge filter", "filter", "filter.trap.smudge", (lab) => {
    lab.tryGit("worktree", "add", "--quiet", "--detach", join(lab.folder, "other"), "agent");
  }),
  {
    ...driver("merge driver", "merge", "merge.trap.driver", () => {}),
    springs: (lab) => {
      lab.git("checkout", "--quiet", "-b", "side", "main");
      lab.write("a.ts", "side()\n");
      lab.commit("Side");
      lab.git("checkout", "--quiet", "agent");
      lab.tryGit("merge", "side");
      lab.tryGit("merge", "--abort");
      return lab.fired();
    },
  },
  setting("core.editor", "core.editor", (lab) => lab.tryGit("commit", "--amend")),
  setting("sequence.editor", "sequence.editor", (lab) => lab.tryGit("rebase", "-i", "main")),
  setting("core.sshCommand", "core.sshCommand", (lab) => lab.tryGit("fetch", "ssh://host/repo")),
  setting("core.gitProxy", "core.gitProxy", (lab) => lab.tryGit("fetch", "git://host/repo")),
  setting("core.askPass", "core.askPass", (lab) => askCredential(lab)),
  setting("credential.helper", "credential.helper", (lab) => askCredential(lab)),
  setting(
    "alias",
    "alias.lg",
    (lab) => lab.tryGit("lg"),
    (lab) => `!${lab.canary}`,
  ),
  setting("archive format", "tar.trap.command", (lab) =>
    lab.tryGit("archive", "--format=trap", "HEAD"),
  ),
  withSettings(
    "gpg.program",
    [
      (lab) => ["gpg.program", lab.canary],
      () => ["commit.gpgSign", "true"],
      () => ["log.showSignature", "true"],
    ],
    (lab) => lab.tryGit("commit", "--allow-empty", "-m", "signed"),
  ),
  withSettings(
    "remote with its own uploadpack",
    [() => ["remote.origin.url", "."], (lab) => ["remote.origin.uploadpack", lab.canary]],
    (lab) => lab.tryGit("fetch", "origin"),
  ),
  {
    name: "included configuration",
    plant: (lab) => {
      const file = join(lab.folder, "included");
      writeFileSync(file, `[core]\n\tfsmonitor = ${lab.canary}\n`);
      lab.git("config", "include.path", file);
    },
    springs: (lab) => {
      lab.tryGit("status");
      return lab.fired();
    },
  },
  {
    name: "worktree configuration",
    plant: (lab) => {
      lab.git("config", "extensions.worktreeConfig", "true");
      lab.git("config", "--worktree", "core.fsmonitor", lab.canary);
    },
    springs: (lab) => {
      lab.tryGit("status");
      return lab.fired();
    },
  },
  {
    name: "embedded bare repository",
    plant: (lab) => {
      lab.git("init", "--quiet", "--bare", "docs");
      lab.git("-C", "docs", "config", "core.bare", "false");
      lab.git("-C", "docs", "config", "core.worktree", "..");
      lab.git("-C", "docs", "config", "core.fsmonitor", lab.canary);
      lab.git("add", "docs");
      lab.git("-c", "core.fsmonitor=false", "commit", "--quiet", "-m", "Docs");
    },
    springs: (lab) => {
      lab.tryGit("-C", "docs", "status");
      return lab.fired();
    },
  },
  {
    name: "settings of a submodule",
    plant: (lab) => {
      const from = ["-c", "protocol.file.allow=always"];
      lab.git(...from, "submodule", "add", "--quiet", lab.secret, "sub");
      lab.commit("Submodule");
      lab.git("-C", "sub", "config", "core.fsmonitor", lab.canary);
    },
    springs: (lab) => {
      lab.tryGit("status");
      return lab.fired();
    },
  },
  optionLike("branch named --output", (lab) => `--output=${lab.trace}`),
  optionLike("branch named --upload-pack", (lab) => `--upload-pack=${lab.canary}`),
  optionLike("branch named --open-files-in-pager", (lab) => `--open-files-in-pager=${lab.canary}`),
  {
    name: "file named --output",
    plant: (lab) => {
      lab.write(`--output=${lab.trace.slice(1)}`, "option\n");
      lab.commit("Option");
    },
    springs: (lab) => {
      lab.tryGit("-C", "/", `--git-dir=${lab.repo}/.git`, "diff", "main", "agent", optionFile(lab));
      return lab.fired();
    },
  },
];

function optionFile(lab: HostileLab): string {
  return `--output=${lab.trace.slice(1)}`;
}

function askCredential(lab: HostileLab): void {
  try {
    lab.feed("protocol=https\nhost=acme.test\n\n", "credential", "fill");
  } catch {
    // it asked, and got no answer
  }
}
