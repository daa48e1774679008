/** The public surface of the adapters: one factory per outside system. */

// check
export { createReportReader } from "./check/create-report-reader.ts";
// git
export { createGitMirror, type GitMirrorOptions } from "./git/create-git-mirror.ts";
export { createRepository, type NewBranch } from "./git/create-repository.ts";
export { gitVersion } from "./git/git-version.ts";
export { type Located, locateRepository } from "./git/locate-repository.ts";
// process
export {
  createSandboxedProcessRunner,
  type ProcessRunnerOptions,
} from "./process/create-sandboxed-process-runner.ts";
