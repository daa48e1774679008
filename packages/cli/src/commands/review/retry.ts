import { defineCommand } from "../../command/define-command.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { aboutReviewer, reviewerSeat } from "./reviewer-seat.ts";

export const reviewRetry = defineCommand({
  usage: "retry <id> <reviewer>",
  examples: ["countersign review retry cs-ab12 security", "countersign review retry @1 test"],
  takes: "task",
  output: { "review.retry": Decided },
  async run(context, { args }) {
    return await sendDecision(context, {
      ...aboutReviewer("retry", args.id, args.reviewer),
      done: `asked ${args.reviewer} again:`,
      send: async ({ client }, task, shown) => {
        const body = { ...shown, ...reviewerSeat(task, args.reviewer) };
        return await client.retryReviewer({ task: task.id, body });
      },
    });
  },
});
