import { runCleanups } from "./early-exit.ts";
import { EXIT_CODES } from "./exit-codes.ts";

/** Runs all cleanups, then exits with the code of an interrupt. A second SIGINT exits at once. */
export async function exitAfterCleanup(): Promise<void> {
  const end = () => process.exit(EXIT_CODES.interrupted.code);
  process.once("SIGINT", end);
  await runCleanups().then(end, end);
}
