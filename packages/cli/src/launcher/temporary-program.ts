import { CountersignError } from "@countersign/core";

/** Folders that npx, pnpm dlx, yarn dlx and bunx install into for one run, and empty later. */
const ONE_RUN = /\/_npx\/|\/dlx(?:-[^/]*)?\/|\/bunx-[^/]*\//;

/** Whether a program was installed for one run only, so that its path leads nowhere later. */
export function isTemporaryProgram(program: string): boolean {
  return ONE_RUN.test(program);
}

/** Refuses to name a program to agents and git that was installed for one run only. */
export function requireInstalled(program: string): void {
  if (!isTemporaryProgram(program)) return;
  const what =
    "countersign is installed for this run only, so agents and git hooks cannot run it later";
  throw new CountersignError("invalid_input", what, {
    hint: "Install it first: npm install -g countersign && countersign init",
  });
}
