import type { ActSigner } from "@countersign/api";
import type { LocalActSigner } from "./act-signer.ts";

/** Lends the terminal of the board to a program until the work ends. */
type LendTerminal = (work: () => Promise<void>) => Promise<void>;

/** A signer for a program that owns the screen. */
export type TerminalSigner = LocalActSigner & {
  /** Sets how to borrow the terminal. Before that, nothing is signed. */
  useTerminal(lend: LendTerminal): void;
};

/**
 * Creates a signer that borrows the terminal while ssh-keygen asks. An interrupt cancels the prompt, which leaves the
 * decision unsigned, and not the program.
 */
export function createTerminalSigner(signer: LocalActSigner): TerminalSigner {
  let lend: LendTerminal | null = null;
  return {
    useEngine: signer.useEngine,
    choose: async (level) => (lend === null ? null : await signer.choose(level)),
    async sign(line, key) {
      const results: PromiseSettledResult<Awaited<ReturnType<ActSigner["sign"]>>>[] = [];
      await lend?.(async () => {
        const signing = withoutInterrupts(() => signer.sign(line, key));
        results.push(...(await Promise.allSettled([signing])));
      });
      const [result] = results;
      if (result?.status === "fulfilled") return result.value;
      throw result?.reason ?? new Error("The terminal is not available");
    },
    useTerminal(given) {
      lend = given;
    },
  };
}

/** Replaces the handlers of interrupts, which end the program, while ssh-keygen has the terminal. */
async function withoutInterrupts<Result>(work: () => Promise<Result>): Promise<Result> {
  const handlers = process.rawListeners("SIGINT");
  const ignore = (): void => undefined;
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", ignore);
  try {
    return await work();
  } finally {
    for (const handler of handlers) process.on("SIGINT", handler as NodeJS.SignalsListener);
    process.off("SIGINT", ignore);
  }
}
