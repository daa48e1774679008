import { RemoteGitError } from "@countersign/adapters";

/** Returns why a fetch or push failed. */
export async function failureOf(work: Promise<unknown>): Promise<RemoteGitError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RemoteGitError) return error;
  throw new Error("It did not fail as a remote fails", { cause: error });
}
