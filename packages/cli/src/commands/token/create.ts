import { durationMs } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { requirePerson } from "../../client/require-person.ts";
import type { Run } from "../../context.ts";
import { argument, readOptions } from "../../given.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

const Options = z.object({
  role: z.enum(["author", "reviewer", "planner", "viewer", "human"]),
  task: z.string().optional(),
  sponsor: z.string().optional(),
  expires: z
    .string()
    .regex(/^[1-9][0-9]{0,4}(?:s|m|h|d)$/, "write a time such as 8h or 30d")
    .optional(),
  department: z.string().optional(),
  family: z.string().optional(),
});

export const tokenCreate: Run = async (context, given) => {
  const { role, task, sponsor, expires, department, family } = readOptions(given, Options);
  const actor = argument(given);
  if (context.dryRun) {
    const text = `Would make a token for ${display(actor)} with the role ${role}`;
    return wouldDo("create", { actor, role }, () => text);
  }
  const session = await openSession(context, "admin");
  // Whoever could make themselves a person's token could approve with it.
  if (role === "human") requirePerson(context, session);
  const expiresMs = expires === undefined ? undefined : Date.now() + durationMs(expires);
  const isAgent = role === "author" || role === "reviewer" || role === "planner";
  const named = sponsor ?? (isAgent ? (session.person ?? undefined) : undefined);
  const body = { actor, role, sponsor: named, task, expiresMs, department, modelFamily: family };
  const created = await session.client.createToken({ body });
  return {
    schema: "token.create",
    data: created,
    text: () =>
      `${created.token}\n\nIt is shown once. Give it to ${display(actor)} as COUNTERSIGN_TOKEN.`,
    plain: [[created.token]],
  };
};
