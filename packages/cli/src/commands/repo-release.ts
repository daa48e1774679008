import { z } from "zod";
import { askText } from "../ask.ts";
import { openSession } from "../client/open-session.ts";
import { repositoryHere } from "../client/repository-here.ts";
import { requirePerson } from "../client/require-person.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { display } from "../output/display.ts";
import { wouldDo } from "../output/would-do.ts";

const Options = z.object({ reason: z.string().optional() });

export const repoRelease: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const session = await openSession(context);
  const repo = given.args[0] ?? (await repositoryHere(context, session)).id;
  if (context.dryRun) {
    return wouldDo("release", { repo }, () => `Would let merges to ${display(repo)} go on`);
  }
  requirePerson(context, session);
  const question = { option: "--reason", question: "What did you find?" };
  const reason = await askText(context, options.reason, question);
  const line = await session.client.releaseRepository({ repo, body: { reason } });
  return {
    schema: "repo.release",
    data: line,
    text: (style) =>
      `${style.paint("good", "released")} ${display(line.id)}; merges to ${display(line.target)} go on`,
    plain: [[line.id, line.target]],
  };
};
