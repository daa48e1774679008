import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** Setting up countersign and its repositories. */
export const SETUP_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Setup",
  entries: [
    {
      name: "init",
      summary: "set up this repository: configuration, your agents, git hooks and engine",
      load: async () => (await import("../commands/setup/init.ts")).init,
    },
    {
      name: "doctor",
      summary: "find problems with the setup and how to fix them",
      load: async () => (await import("../commands/setup/doctor.ts")).doctor,
    },
    {
      name: "demo",
      summary: "create a sample repository with a change waiting for you",
      load: async () => (await import("../commands/setup/demo.ts")).demo,
    },
    {
      name: "tour",
      summary: "open the board with five sample tasks; stores nothing",
      load: async () => (await import("../commands/daily/tour.ts")).tour,
    },
    {
      name: "whoami",
      summary: "show your name and role",
      load: async () => (await import("../commands/setup/whoami.ts")).whoami,
    },
    {
      name: "repo",
      summary: "manage registered repositories",
      examples: [
        "countersign repo list",
        "countersign repo release shop-api --reason 'my own hotfix'",
      ],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list repositories with target branch and merge status",
          load: async () => (await import("../commands/repo/list.ts")).repoList,
        },
        {
          name: "release",
          summary: "resume merges after reviewing foreign commits on the target",
          load: async () => (await import("../commands/repo/release.ts")).repoRelease,
        },
        {
          name: "move",
          summary: "update the path of a repository that was moved",
          load: async () => (await import("../commands/repo/move.ts")).repoMove,
        },
        {
          name: "remove",
          summary: "unregister a repository that has no tasks",
          load: async () => (await import("../commands/repo/remove.ts")).repoRemove,
        },
        {
          name: "allow-unsandboxed",
          summary: "allow project commands without a sandbox on this machine",
          load: async () =>
            (await import("../commands/repo/allow-unsandboxed.ts")).repoAllowUnsandboxed,
        },
      ],
    },
  ],
};
