import { CreatedToken, Me, RepositoryLine, TokenLine } from "@countersign/api";
import { z } from "zod";
import { EngineLogLine, RawLine } from "../local-engine/files/log-line.ts";

const Diagnosis = z.object({
  level: z.enum(["ok", "warn", "fail"]),
  about: z.string(),
  says: z.string(),
  fix: z.string().nullable(),
  fixed: z.string().nullable(),
});

const ConfigEdit = z.object({
  path: z.string(),
  key: z.string(),
  old: z.json().nullable(),
  value: z.json().nullable(),
  written: z.boolean(),
});

const RunningEngine = z.object({
  url: z.string(),
  pid: z.int(),
  instance: z.string(),
  startedMs: z.number(),
  version: z.string(),
});

/** What was found, and what init would do or has done about it. */
const Step = z.object({ what: z.string(), detail: z.string(), says: z.string() });

export const setupAnswers: Readonly<Record<string, z.ZodType>> = {
  /** Every --dry-run: what would be done, and whatever else tells it from anything else. */
  "dryrun.show": z.looseObject({ wouldDo: z.string() }),
  "init.apply": z.object({
    repository: RepositoryLine,
    config: z.string(),
    written: z.boolean(),
    committed: z.boolean(),
    steps: z.array(Step),
  }),
  "init.undo": z.array(Step),
  "demo.apply": z.object({ task: z.string(), repository: z.string(), state: z.string() }),
  "doctor.show": z.array(Diagnosis),
  "whoami.show": z.object({
    name: z.string(),
    kind: Me.shape.actor.shape.kind,
    role: Me.shape.role,
    task: Me.shape.task,
    org: z.string(),
    engine: z.string(),
    from: z.enum(["own", "environment", "agent"]),
  }),
  "version.show": z.object({ countersign: z.string(), node: z.string(), system: z.string() }),
  "help.topics": z.array(z.string()),
  "help.topic": z.array(z.object({ term: z.string(), meaning: z.string() })),
  "completion.show": z.object({
    shell: z.enum(["bash", "zsh", "fish", "pwsh"]),
    script: z.string(),
  }),
  "complete.list": z.array(z.object({ word: z.string(), about: z.string() })),
  "config.get": z.object({ key: z.string().nullable(), value: z.json(), source: z.string() }),
  "config.set": ConfigEdit,
  "config.unset": ConfigEdit,
  "config.path": z.object({ path: z.string(), exists: z.boolean() }),
  "config.schema": z.looseObject({ $schema: z.string() }),
  "config.import": z.object({
    path: z.string(),
    keys: z.array(z.string()),
    notes: z.array(z.string()),
    written: z.boolean(),
  }),
  "repo.list": z.array(RepositoryLine),
  "repo.release": RepositoryLine,
  "repo.move": RepositoryLine,
  "repo.remove": z.object({ repo: z.string() }),
  "agent.list": z.array(
    z.object({
      name: z.string(),
      path: z.string().nullable(),
      state: z.enum(["confirmed", "installed", "changed", "unconfirmed", "missing"]),
    }),
  ),
  "agent.confirm": z.array(z.object({ name: z.string(), path: z.string(), sha256: z.string() })),
  "repo.allow-unsandboxed": z.object({
    repo: z.string(),
    path: z.string(),
    unsandboxed: z.boolean(),
  }),
  "token.list": z.array(TokenLine),
  "token.create": CreatedToken,
  "token.revoke": z.object({ id: z.string() }),
  "server.up": RunningEngine.extend({ started: z.boolean() }),
  "server.down": z.object({ stopped: z.boolean(), pid: z.int().nullable() }),
  "server.status": RunningEngine.partial().extend({
    running: z.boolean(),
    directory: z.string(),
    log: z.string(),
  }),
  "server.logs": z.array(z.union([EngineLogLine, RawLine])),
  "server.backup": z.object({ file: z.string(), bytes: z.int() }),
  "server.restore": z.object({
    file: z.string(),
    tasks: z.int(),
    events: z.int(),
    jobs: z.int(),
  }),
  "server.upgrade": z.object({
    version: z.string(),
    backup: z.string(),
    bytes: z.int(),
    url: z.url(),
    pid: z.int(),
  }),
  "server.run": z.object({ ended: z.boolean() }),
  "hook.answer": z.object({ answered: z.boolean() }),
  "events.end": z.array(
    z.object({
      line: z.int(),
      task: z.string().nullable(),
      outcome: z.enum(["noted", "refused"]),
      says: z.string(),
    }),
  ),
  "watch.end": z.array(
    z.object({
      act: z.enum(["submit", "approve", "reject"]),
      task: z.string(),
      outcome: z.string(),
    }),
  ),
  "mcp.serve": z.object({ ended: z.boolean() }),
};
