import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { findFinding } from "../../decisions/find-finding.ts";
import { argument } from "../../given.ts";
import { findingDetails } from "../../views/finding-text.ts";

export const findingShow: Run = async (context, given) => {
  const session = await openSession(context);
  const { task, finding } = await findFinding(context, session, argument(given));
  return {
    schema: "finding.show",
    data: { task: task.id, ...finding },
    plain: [[`${task.id}/${finding.id}`, finding.severity, finding.disposition.is]],
    text: (style) => findingDetails(task, finding, style),
  };
};
