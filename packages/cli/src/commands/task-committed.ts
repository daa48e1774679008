import { branchTask } from "../client/branch-task.ts";
import type { Run } from "../context.ts";
import { localFiles } from "../local-engine/local-files.ts";
import { display } from "../output/display.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";

/** Called by git after a commit: says which task it belongs to, from files alone. */
export const taskCommitted: Run = async (context) => {
  const place = await findWorkplace(context.directory);
  const task = await branchTask(localFiles(context.env).directory, place);
  if (task !== null) {
    const on = display(place.branch ?? "this commit");
    context.say(`countersign: ${on} is ${task}; when it is done: countersign task submit`);
  }
  return { schema: "task.committed", data: { task }, text: () => "" };
};
