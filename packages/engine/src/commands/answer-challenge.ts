import { CountersignError } from "@countersign/core";
import { ActChallenge, prepareAct } from "../access/act-challenge.ts";
import type { EngineScope } from "../execute/engine-scope.ts";

/**
 * Runs a command of a client. If the client asks for a statement to sign, the statement is stored and returned in the
 * refusal; the client signs it and sends the same command again.
 */
export async function answerChallenge<Result>(
  scope: EngineScope,
  command: (scope: EngineScope) => Promise<Result>,
): Promise<Result> {
  try {
    return await command(scope);
  } catch (error) {
    if (!(error instanceof ActChallenge)) throw error;
    const statement = await scope.transact((session) => prepareAct(session, error));
    const { message } = error;
    throw new CountersignError("human_only", message, { details: { statement }, cause: error });
  }
}
