import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { sprintPlain, sprintText } from "./sprint-text.ts";

export const sprintShow: Run = async (context) => {
  const { client } = await openSession(context);
  const { sprint } = await client.showSprint();
  return {
    schema: "sprint.show",
    data: { sprint },
    plain: sprint === null ? [] : sprintPlain(sprint),
    text: (style) =>
      sprint === null
        ? "No sprint yet. Start one with: countersign sprint start"
        : sprintText(sprint, style),
  };
};
