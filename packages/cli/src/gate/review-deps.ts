import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  createGitMirror,
  createReportReader,
  createReviewerRunners,
  createSandboxedProcessRunner,
  openPackageProxy,
  readReviewerAccess,
} from "@countersign/adapters";
import { dataDirectory, type ReviewDeps } from "@countersign/engine";
import { localFiles } from "../local-engine/files/local-files.ts";
import { readCheckPath } from "../local-engine/settings/check-path.ts";
import { readOwnerRegistries } from "../local-engine/settings/engine-settings.ts";
import { findOwnerCertificates } from "../local-engine/settings/owner-certificates.ts";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";

/** What a review without an engine needs, all of it below one directory. Agents only where they are asked. */
export async function createReviewDeps(
  directory: string,
  env: Environment,
  { agents, unsandboxed }: { agents: "asked" | "named"; unsandboxed: boolean },
): Promise<ReviewDeps> {
  const scratch = join(directory, "scratch");
  await mkdir(scratch, { mode: 0o700 });
  const { settings } = localFiles(env);
  const processes = createSandboxedProcessRunner({ programs: () => readCheckPath(settings) });
  return {
    mirror: createGitMirror({ dataDirectory: directory, git: gitProgram(env) }),
    processes,
    reports: createReportReader(),
    runners: agents === "named" ? {} : await runnersOf(processes, env),
    mayRunUnsandboxed: async () => unsandboxed,
    packages: {
      open: openPackageProxy,
      registries: () => readOwnerRegistries(settings),
      certificates: () => findOwnerCertificates(env),
    },
    scratch,
  };
}

async function runnersOf(processes: ReviewDeps["processes"], environment: Environment) {
  const data = dataDirectory(environment, { uid: process.getuid?.() });
  const access = await readReviewerAccess(join(data, "reviewers.json"));
  const certificates = () => findOwnerCertificates(environment);
  return createReviewerRunners({
    processes,
    environment,
    access,
    certificates,
    withoutKey: "asked",
  });
}
