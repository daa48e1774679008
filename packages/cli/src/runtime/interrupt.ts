import { runCleanups } from "./early-exit.ts";
import { EXIT_CODES } from "./exit-codes.ts";

/** Ends the program early, once everything that runs is stopped; whoever asks twice does not wait. */
export async function exitAfterCleanup(): Promise<void> {
  const end = () => process.exit(EXIT_CODES.interrupted.code);
  process.once("SIGINT", end);
  await runCleanups().then(end, end);
}
