import type { Principal } from "@countersign/engine";
import type { OpenEngine } from "../engine/open-engine.ts";

type Work = {
  files: Readonly<Record<string, string>>;
  by: Principal;
  title?: string;
  type?: string;
  department?: string;
  /** The address of the author and committer. Default: the workshop's own. */
  email?: string;
};

let branches = 0;

/** Commits files to a branch of its own and submits it as a new task; returns the task's id. */
export async function submitBranch(
  { engine, shop, key }: Pick<OpenEngine, "engine" | "shop" | "key">,
  { files, by, title = "Work", type, department, email }: Work,
): Promise<string> {
  branches += 1;
  const branch = `work-${branches}`;
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit("Work");
  if (email !== undefined) signAs(shop, email);
  shop.git("branch", "--force", branch);
  const { task } = await engine.createTask(by, key(), { title, repo: "shop", type, department });
  const from = { branch };
  await engine.submitWork(by, key(), { task, from, signal: "DONE", summary: "" });
  return task;
}

/** Gives the last commit another author and committer. */
function signAs(shop: OpenEngine["shop"], email: string): void {
  const tree = shop.git("rev-parse", "HEAD^{tree}");
  const parent = shop.git("rev-parse", "HEAD^");
  const who = `Somebody <${email}> 1700000000 +0000`;
  const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n\nWork\n`;
  const commit = shop.feed(text, "hash-object", "-t", "commit", "-w", "--stdin");
  shop.git("reset", "--quiet", "--hard", commit);
}
