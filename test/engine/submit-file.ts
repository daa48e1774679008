import type { OpenEngine } from "./open-engine.ts";

type Work = {
  path?: string | undefined;
  text?: string | undefined;
  signal?: "DONE" | "PARTIAL";
};

let branches = 0;

/** Commits one file to a branch of its own and submits it for a task, as the agent of the lab. */
export async function submitFile(
  { engine, shop, agent, key }: Pick<OpenEngine, "engine" | "shop" | "agent" | "key">,
  task: string,
  { path, text, signal = "DONE" }: Work = {},
): Promise<void> {
  branches += 1;
  const branch = `file-${branches}`;
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(path ?? `notes/${branch}.md`, text ?? `${branch}\n`);
  shop.commit(`Work on ${branch}`);
  shop.git("branch", "--force", branch);
  await engine.submitWork(agent, key(), { task, from: { branch }, signal, summary: "done" });
}
