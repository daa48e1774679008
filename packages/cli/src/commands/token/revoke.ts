import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { argument } from "../../given.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const tokenRevoke: Run = async (context, given) => {
  const id = argument(given);
  if (context.dryRun) {
    const text = `Would revoke ${display(id)}`;
    return wouldDo("revoke", { id }, () => text);
  }
  const { client } = await openSession(context, "admin");
  await client.revokeToken({ id });
  return {
    schema: "token.revoke",
    data: { id },
    text: (style) => `${style.paint("good", "revoked")} ${display(id)}`,
    plain: [[id]],
  };
};
