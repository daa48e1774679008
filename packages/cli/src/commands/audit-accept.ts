import { z } from "zod";
import { askText } from "../ask.ts";
import { openSession } from "../client/open-session.ts";
import { requirePerson } from "../client/require-person.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { display } from "../output/display.ts";
import { wouldDo } from "../output/would-do.ts";

const Options = z.object({ reason: z.string().optional() });

export const auditAccept: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const session = await openSession(context);
  if (context.dryRun) {
    const { problem } = await session.client.audit();
    const text = problem === null ? "Nothing is missing" : `Would accept this: ${display(problem)}`;
    return wouldDo("accept", { problem }, () => text);
  }
  requirePerson(context, session);
  const question = { option: "--reason", question: "Why is it missing?" };
  const reason = await askText(context, options.reason, question);
  const state = await session.client.acceptLoss({ body: { reason } });
  const number = state.last?.body.number ?? 0;
  return {
    schema: "audit.accept",
    data: state,
    text: (style) =>
      `${style.paint("good", "accepted")} with seal ${number}; sealing and merging go on`,
    plain: [[String(number)]],
  };
};
