import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** The local engine, its people and its sealed log. */
export const SERVER_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Server and audit",
  entries: [
    {
      name: "server",
      summary: "manage the local engine; commands start it when needed",
      examples: ["countersign server status", "countersign server down"],
      fallback: "status",
      commands: [
        {
          name: "status",
          summary: "show whether the engine runs, where and since when",
          flushesSpool: true,
          load: async () => (await import("../commands/server/status.ts")).serverStatus,
        },
        {
          name: "up",
          summary: "start the engine in the background",
          load: async () => (await import("../commands/server/up.ts")).serverUp,
        },
        {
          name: "down",
          summary: "finish running work and stop the engine",
          load: async () => (await import("../commands/server/down.ts")).serverDown,
        },
        {
          name: "logs",
          summary: "print the last lines of the engine's log",
          load: async () => (await import("../commands/server/logs.ts")).serverLogs,
        },
        {
          name: "backup",
          summary: "back up all stored data to a new file",
          load: async () => (await import("../commands/server/backup.ts")).serverBackup,
        },
        {
          name: "restore",
          summary: "restore a backup into an empty database; stop the engine first",
          load: async () => (await import("../commands/server/restore.ts")).serverRestore,
        },
        {
          name: "archive",
          summary: "move the log of a past month to a new file; stop the engine first",
          load: async () => (await import("../commands/server/archive.ts")).serverArchive,
        },
        {
          name: "unarchive",
          summary: "restore the log of an archived month; stop the engine first",
          load: async () => (await import("../commands/server/unarchive.ts")).serverUnarchive,
        },
        {
          name: "upgrade",
          summary: "upgrade the engine: stop, back up, migrate the database and start",
          load: async () => (await import("../commands/server/upgrade.ts")).serverUpgrade,
        },
        {
          name: "run",
          summary: "run the engine in the foreground, for a service manager",
          load: async () => (await import("../commands/server/run.ts")).serverRun,
        },
      ],
    },
    {
      name: "person",
      summary: "invite people to sign in with their accounts, list and remove them",
      examples: ["countersign person invite ana", "countersign person list"],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list how people sign in, and open invitations",
          load: async () => (await import("../commands/person/list.ts")).personList,
        },
        {
          name: "invite",
          summary: "create a link that binds a person's account; it works once, for 24 hours",
          load: async () => (await import("../commands/person/invite.ts")).personInvite,
        },
        {
          name: "remove",
          summary: "remove a person's sign-ins and end their sessions",
          load: async () => (await import("../commands/person/remove.ts")).personRemove,
        },
      ],
    },
    {
      name: "key",
      summary: "manage the keys with which people sign their decisions",
      examples: ["countersign key add ~/.ssh/id_ed25519_sk", "countersign key list"],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list the keys of all people",
          load: async () => (await import("../commands/key/list.ts")).keyList,
        },
        {
          name: "add",
          summary: "add a key of yours; ssh-keygen signs with it",
          load: async () => (await import("../commands/key/add.ts")).keyAdd,
        },
        {
          name: "retire",
          summary: "retire a key; decisions that it signed before stay valid",
          load: async () => (await import("../commands/key/retire.ts")).keyRetire,
        },
      ],
    },
    {
      name: "trust",
      summary: "manage whose signatures count on the target branch",
      examples: ["countersign trust init", "countersign trust show"],
      fallback: "show",
      commands: [
        {
          name: "show",
          summary: "show people, keys, quorum and the change that waits for signatures",
          load: async () => (await import("../commands/trust/show.ts")).trustShow,
        },
        {
          name: "init",
          summary: "begin trust: create the trust file, which every owner signs",
          load: async () => (await import("../commands/trust/init.ts")).trustInit,
        },
        {
          name: "change",
          summary: "propose and sign a change of people, keys, owners or the quorum",
          load: async () => (await import("../commands/trust/change.ts")).trustChange,
        },
        {
          name: "waypoint",
          summary: "propose and sign a waypoint, at which new verifiers may begin",
          load: async () => (await import("../commands/trust/waypoint.ts")).trustWaypoint,
        },
        {
          name: "sign",
          summary: "sign the change that waits for signatures",
          load: async () => (await import("../commands/trust/sign.ts")).trustSign,
        },
        {
          name: "withdraw",
          summary: "withdraw the change that waits for signatures",
          load: async () => (await import("../commands/trust/withdraw.ts")).trustWithdraw,
        },
      ],
    },
    {
      name: "github",
      summary: "connect GitHub: repositories, branch rules and people's accounts",
      examples: ["countersign github setup", "countersign github add acme/shop"],
      fallback: "status",
      commands: [
        {
          name: "status",
          summary: "show repositories, branch rules, pauses and linked accounts",
          load: async () => (await import("../commands/github/status.ts")).githubStatus,
        },
        {
          name: "setup",
          summary: "create a GitHub App for this engine and store its credentials",
          load: async () => (await import("../commands/github/setup.ts")).githubSetup,
        },
        {
          name: "add",
          summary: "clone and register a repository that the app is installed on",
          load: async () => (await import("../commands/github/add.ts")).githubAdd,
        },
        {
          name: "link",
          summary: "link an account to a person, so that its reviews count as theirs",
          load: async () => (await import("../commands/github/link.ts")).githubLink,
        },
        {
          name: "unlink",
          summary: "end the link of an account",
          load: async () => (await import("../commands/github/unlink.ts")).githubUnlink,
        },
      ],
    },
    {
      name: "audit",
      summary: "list, verify and export the sealed log",
      examples: ["countersign audit verify", "countersign audit export --output audit.jsonl"],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list log entries, newest first, with the seal that covers each",
          load: async () => (await import("../commands/audit/list.ts")).auditList,
        },
        {
          name: "verify",
          summary: "verify that the log was not changed after it was written",
          load: async () => (await import("../commands/audit/verify.ts")).auditVerify,
        },
        {
          name: "export",
          summary: "export the sealed log, verifiable with the public key alone",
          load: async () => (await import("../commands/audit/export.ts")).auditExport,
        },
        {
          name: "accept",
          summary: "accept a lost seal; the reason is recorded in the log",
          load: async () => (await import("../commands/audit/accept.ts")).auditAccept,
        },
        {
          name: "rotate",
          summary: "replace the sealing key; the old key signs the new one",
          load: async () => (await import("../commands/audit/rotate.ts")).auditRotate,
        },
      ],
    },
    {
      name: "replay",
      summary: "recompute decisions from the log and compare them",
      load: async () => (await import("../commands/audit/replay.ts")).replay,
    },
  ],
};
