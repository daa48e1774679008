import type { ProcessRunner } from "../../ports/process-runner.ts";

/**
 * Returns whether commands of a repository may run without a sandbox. The engine's owner configures this, not the
 * repository.
 */
export type UnsandboxedRule = (repo: string) => Promise<boolean>;

/** Explains why a project's commands may not run here and how to get a sandbox. Null if they may. */
export async function sandboxRefusal(
  processes: Pick<ProcessRunner, "sandbox">,
  isAllowed: boolean,
): Promise<string | null> {
  const sandbox = await processes.sandbox();
  if (sandbox.kind !== "none" || isAllowed) return null;
  return `Commands of the project do not run without a sandbox: ${sandbox.why}. ${sandbox.install}.`;
}
