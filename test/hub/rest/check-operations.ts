import { z } from "zod";
import { emitCheckRun } from "../checks/emit-check-run.ts";
import { advanceQueues } from "../pulls/merge-queue.ts";
import { checkRunView, statusView } from "../views/check-view.ts";
import { type HubRepository, timestamp } from "../world/accounts.ts";
import type { CheckRun } from "../world/checks.ts";
import { latestRuns } from "../world/look-up.ts";
import { hasCommit } from "../world/refs.ts";
import { tryGit } from "../world/run-git.ts";
import {
  actingAccount,
  actingApp,
  type RestCall,
  RestFailure,
  type RestHandler,
  repositoryOf,
} from "./call.ts";

const Annotation = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  annotation_level: z.enum(["notice", "warning", "failure"]),
  message: z.string(),
  title: z.string().optional(),
  raw_details: z.string().optional(),
});

const RunFields = z.object({
  name: z.string().optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string(),
      annotations: z.array(Annotation).default([]),
    })
    .optional(),
  actions: z
    .array(z.object({ label: z.string(), description: z.string(), identifier: z.string() }))
    .optional(),
});

const NewRun = RunFields.extend({ name: z.string(), head_sha: z.string() });
const StatusBody = z.object({ state: z.string(), context: z.string().default("default") });

/** Check runs, which only apps may write, and statuses, which everyone with write access may. */
export const CHECK_OPERATIONS = {
  "POST /repos/{owner}/{repo}/check-runs": async (call) => {
    const app = actingApp(call);
    const repository = repositoryOf(call);
    const fields = NewRun.parse(call.body);
    if (!(await hasCommit(repository, fields.head_sha)))
      throw new RestFailure(422, `No commit found for SHA: ${fields.head_sha}`);
    const run: CheckRun = {
      id: call.world.newId(),
      repository,
      app,
      name: fields.name,
      commit: fields.head_sha,
      status: "queued",
      conclusion: null,
      externalId: "",
      detailsUrl: null,
      title: null,
      summary: null,
      annotations: [],
      actions: [],
      startedAt: timestamp(),
      completedAt: null,
    };
    call.world.checkRuns.push(run);
    applyFields(run, fields);
    emitCheckRun(call.world, run, "created", app.bot);
    if (run.status === "completed") emitCheckRun(call.world, run, "completed", app.bot);
    await advanceQueues(call.world, repository);
    return { status: 201, body: checkRunView(call.world, run) };
  },
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) => ({
    status: 200,
    body: checkRunView(call.world, runOf(call)),
  }),
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": async (call) => {
    const app = actingApp(call);
    const run = runOf(call);
    if (run.app !== app)
      throw new RestFailure(403, "Invalid app_id - check run can only be modified by its app.");
    const wasCompleted = run.status === "completed";
    applyFields(run, RunFields.parse(call.body));
    if (run.status === "completed" && !wasCompleted)
      emitCheckRun(call.world, run, "completed", app.bot);
    await advanceQueues(call.world, run.repository);
    return { status: 200, body: checkRunView(call.world, run) };
  },
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations": (call) => {
    const run = runOf(call);
    const { title, raw_details } = { title: null, raw_details: null };
    const blob = `${call.world.url}/blob`;
    const body = run.annotations.map((one) => ({
      ...{ title, raw_details, start_column: null, end_column: null, blob_href: blob },
      ...one,
    }));
    return { status: 200, body };
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const repository = repositoryOf(call);
    const commit = await commitOf(repository, call.params.ref ?? "");
    const runs = listRuns(call, repository, commit);
    const views = runs.map((run) => checkRunView(call.world, run));
    return { status: 200, body: { total_count: views.length, check_runs: views } };
  },
  "POST /repos/{owner}/{repo}/statuses/{sha}": async (call) => {
    const repository = repositoryOf(call);
    const { sha = "" } = call.params;
    if (!(await hasCommit(repository, sha)))
      throw new RestFailure(422, `No commit found for SHA: ${sha}`);
    const { state, context } = StatusBody.parse(call.body);
    const by = actingAccount(call);
    const status = { repository, commit: sha, context, state, by, at: timestamp() };
    const added = { id: call.world.newId(), ...status };
    call.world.statuses.push(added);
    return { status: 201, body: statusView(call.world, added) };
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/statuses": async (call) => {
    const repository = repositoryOf(call);
    const commit = await commitOf(repository, call.params.ref ?? "");
    const found = call.world.statuses.filter(
      (status) => status.repository === repository && status.commit === commit,
    );
    return {
      status: 200,
      body: found.toReversed().map((status) => statusView(call.world, status)),
    };
  },
} satisfies Record<string, RestHandler>;

function runOf(call: RestCall): CheckRun {
  const repository = repositoryOf(call);
  const found = call.world.checkRuns.find(
    (run) => run.id === Number(call.params.check_run_id) && run.repository === repository,
  );
  if (found === undefined) throw new RestFailure(404, "Not Found");
  return found;
}

/** A conclusion completes a run. Annotations are added to those of earlier writes. */
function applyFields(run: CheckRun, fields: z.infer<typeof RunFields>): void {
  run.name = fields.name ?? run.name;
  run.detailsUrl = fields.details_url ?? run.detailsUrl;
  run.externalId = fields.external_id ?? run.externalId;
  run.actions = fields.actions ?? run.actions;
  if (fields.output !== undefined) {
    run.title = fields.output.title ?? run.title;
    run.summary = fields.output.summary;
    run.annotations.push(...fields.output.annotations);
  }
  // A completed run cannot be reset to an earlier status.
  if (fields.conclusion !== undefined) {
    run.conclusion = fields.conclusion;
    run.status = "completed";
    run.completedAt = timestamp();
  } else if (run.status !== "completed") run.status = fields.status ?? run.status;
}

async function commitOf({ gitDir }: HubRepository, ref: string): Promise<string> {
  const commit = await tryGit(gitDir, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
  if (commit === null) throw new RestFailure(422, `No commit found for SHA: ${ref}`);
  return commit;
}

function listRuns(call: RestCall, repository: HubRepository, commit: string): CheckRun[] {
  const { query, world } = call;
  const all = world.checkRuns.filter(
    (run) => run.repository === repository && run.commit === commit,
  );
  const listed = query.get("filter") === "all" ? all : latestRuns(world, repository, commit);
  const [name, app, status] = ["check_name", "app_id", "status"].map((key) => query.get(key));
  return listed.filter(
    (run) =>
      (name === null || run.name === name) &&
      (app === null || run.app.id === Number(app)) &&
      (status === null || run.status === status),
  );
}
