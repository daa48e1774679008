import { CountersignError } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { ForgeError } from "../../ports/forge.ts";
import type { ForgeConnection } from "../../ports/forge-connection.ts";

/** Returns the engine's forge, or says how to connect one. */
export function requireForge({ forge }: Pick<EngineScope, "forge">): ForgeConnection {
  if (forge !== undefined) return forge;
  throw new CountersignError("wrong_state", "This engine is not connected to GitHub.", {
    hint: "Connect it: countersign github setup",
  });
}

/** Runs a call to the forge for a person who waits for it. A failure says whether to try again. */
export async function askForge<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const code = error.kind === "refused" ? "wrong_state" : "unreachable";
    throw new CountersignError(code, error.message, { cause: error });
  }
}
