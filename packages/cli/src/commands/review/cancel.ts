import { defineCommand } from "../../command/define-command.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { aboutReviewer, reviewerSeat } from "./reviewer-seat.ts";

export const reviewCancel = defineCommand({
  usage: "cancel <id> <reviewer>",
  examples: ["countersign review cancel cs-ab12 security", "countersign review cancel @1 test"],
  takes: "task",
  output: { "review.cancel": Decided },
  async run(context, { args }) {
    return await sendDecision(context, {
      ...aboutReviewer("cancel", args.id, args.reviewer),
      done: `waits no longer for ${args.reviewer}:`,
      send: async ({ client }, task, shown) => {
        const body = { ...shown, ...reviewerSeat(task, args.reviewer) };
        return await client.cancelReviewer({ task: task.id, body });
      },
    });
  },
});
