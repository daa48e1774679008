import type { Client } from "@countersign/api";
import { authorSession } from "../client/author-session.ts";
import { openSession } from "../client/open-session.ts";
import { requirePersonAtTerminal } from "../client/require-person.ts";
import type { CommandContext } from "../command/context.ts";
import { displayShort } from "../output/display.ts";
import type { Result } from "../output/result.ts";
import { severityText } from "../output/words.ts";
import { doEach } from "./do-each.ts";
import { type FoundFinding, findFinding } from "./find-finding.ts";
import { decisionOutcomeText } from "./send-decision.ts";

type Disposal = NonNullable<Parameters<Client["dispose"]>[0]["body"]>;

/** What may be said of a finding, and who must say it: an author may contest, only a person takes off the table. */
export type DisposeEach = {
  verb: string;
  done: string;
  /** Asked for once the findings were read: a reason is about what was there before it was typed. */
  as: () => Promise<Disposal>;
  byPerson: boolean;
};

const SHORT = 80;

/** Settles several findings the same way, one transaction each. */
export async function disposeEach(
  context: CommandContext,
  words: readonly string[],
  { verb, done, as, byPerson }: DisposeEach,
): Promise<Result> {
  const session = byPerson ? await openSession(context) : await authorSession(context, undefined);
  return await doEach<FoundFinding>(context, words, {
    schema: `finding.${verb}`,
    verb,
    done,
    find: (word) => findFinding(context, session, word),
    idOf: ({ task, finding }) => ({ task: task.id, finding: finding.id }),
    about: ({ task, finding }, style) =>
      `${task.id}/${finding.id}  ${severityText(finding.severity, style)}  ${displayShort(finding.message, SHORT, style)}`,
    allow: () => {
      if (byPerson) requirePersonAtTerminal(context, session);
    },
    async act({ task, finding, shown }) {
      const body = { ...(await as()), ...shown };
      await session.client.dispose({ task: task.id, finding: finding.id, body });
      const after = await session.client.showTask({ task: task.id });
      const { gate, state } = after;
      return {
        fields: { state, gate },
        line: `; gate ${gate ?? "pending"}${decisionOutcomeText(after)}`,
      };
    },
  });
}
