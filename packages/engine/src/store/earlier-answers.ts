import type { Session } from "../platform/transact.ts";
import type { EngineKey } from "./names/engine-keys.ts";
import type { Speaker } from "./names/speaker.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";

const ANSWER = {
  name: "read_answer",
  text: "SELECT response FROM countersign.commands WHERE org_id = $1 AND speaker = 'engine' AND key = $2",
};

/** Reads the answer to an engine command. Null if none was given under this key. */
export async function readAnswer(
  { client, org }: Session,
  { key }: EngineKey,
): Promise<CommandAnswer | null> {
  const { rows } = await client.query<{ response: CommandAnswer }>({
    ...ANSWER,
    values: [org, key],
  });
  return rows[0]?.response ?? null;
}

const ANSWERED = {
  name: "read_answer_of_speaker",
  text: "SELECT response FROM countersign.commands WHERE org_id = $1 AND speaker = $2 AND key = $3",
};

/** Reads the answer that a speaker got under one of its keys. Null if it gave no command under it. */
export async function readAnswerForKey(
  { client, org }: Session,
  speaker: Speaker,
  key: string,
): Promise<CommandAnswer | null> {
  const values = [org, speaker, key];
  const { rows } = await client.query<{ response: CommandAnswer }>({ ...ANSWERED, values });
  return rows[0]?.response ?? null;
}
