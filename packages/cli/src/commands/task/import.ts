import { createHash } from "node:crypto";
import type { Client } from "@countersign/api";
import { CountersignError, type PlannedTask, readPlan, TaskId } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";
import { authorSession } from "../../client/author-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { displayShort } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { readFileOrStdin } from "../../terminal/read-text.ts";

const MAX_TITLE = 100;

type Imported = { task: string; title: string; line: number; outcome: "opened" | "exists" };

/** Opens a task for each item of a Markdown plan. A repeated import opens only what is new. */
export const taskImport = defineCommand({
  usage: "import <file>",
  examples: ["countersign task import plan.md", "countersign task import plan.md --dry-run"],

  takes: "file",
  output: {
    "task.import": z.array(
      z.object({
        task: TaskId,
        title: z.string(),
        line: z.int(),
        outcome: z.enum(["opened", "exists"]),
      }),
    ),
  },
  async run(context, { args }) {
    const path = args.file;
    const planned = readPlan(await readFileOrStdin(path, context.directory));
    if (planned.length === 0) throw noTasks(path);
    const session = await authorSession(context, undefined, "planner");
    const { id: repo } = await repositoryHere(context, session);
    if (context.dryRun) {
      const tasks = planned.map((one) => ({ task: planTaskId(repo, one), ...one }));
      const text = `Would open ${countText(planned.length, "task")} of ${path}, if they are new`;
      return wouldDo("import", { repo, tasks }, () => text);
    }
    const imported: Imported[] = [];
    for (const one of planned) imported.push(await openPlanned(session.client, repo, one));
    const opened = imported.filter(({ outcome }) => outcome === "opened").length;
    return {
      schema: "task.import",
      data: imported,
      text: (style) =>
        [
          columns(
            imported.map(({ task, title, outcome }) => [
              outcome === "opened"
                ? style.paint("good", "opened")
                : style.paint("faint", "already there"),
              task,
              displayShort(title, MAX_TITLE, style),
            ]),
          ),
          `${countText(opened, "new task")} of ${countText(imported.length, "item")}`,
        ].join("\n"),
      plain: imported.map(({ task, outcome }) => [task, outcome]),
    };
  },
});

async function openPlanned(
  client: Client,
  repo: string,
  { title, description, acceptance, priority, labels, line }: PlannedTask,
): Promise<Imported> {
  const id = planTaskId(repo, { title });
  const body = {
    id,
    repo,
    title,
    labels,
    ...(priority !== null && { priority }),
    ...(description !== "" && { description }),
    ...(acceptance.length > 0 && { acceptance }),
  };
  try {
    await client.createTask({ body });
    return { task: id, title, line, outcome: "opened" };
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== "wrong_state") throw error;
    return { task: id, title, line, outcome: "exists" };
  }
}

/** Derives the key from title and repository, so that a repeated import opens no second task. */
function planTaskId(repo: string, { title }: Pick<PlannedTask, "title">): string {
  const words = JSON.stringify([repo, title.toLowerCase()]);
  return `plan-${createHash("sha256").update(words).digest("hex").slice(0, 10)}`;
}

function noTasks(path: string): CountersignError {
  return new CountersignError("invalid_input", `${path} has no tasks`, {
    hint: "Write each task as a line '- [ ] title', or as a heading '## title'",
  });
}
