import { toShown } from "@countersign/api";
import { z } from "zod";
import { resolveTask } from "../tool/find-work.ts";
import { keyFor } from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";

export const setReviewModeTool = defineTool({
  name: "set_review_mode",
  roles: ["author", "planner"],
  description: "Set the review mode of a task. An author can only make it stricter.",
  does: "write",
  input: z.object({
    task: Id,
    mode: z.enum(["per-task", "batch", "auto", "skip"]),
    reason: z.string().trim().min(1).max(2_000),
  }),
  output: z.object({
    mode: z.string().nullable(),
    previous: z.string().nullable(),
    effective_because: z.string(),
    next: Next,
  }),
  async run(session, { task, mode, reason }) {
    const before = await resolveTask(session, task);
    const key = await keyFor(session, "set_review_mode", before.id, before.seq, mode, reason);
    await session.client.changeMode({
      task: before.id,
      body: { mode, reason, ...toShown(before) },
      key,
    });
    const { plan } = await session.client.why({ task: before.id });
    const effective = plan?.mode.mode ?? null;
    const because =
      plan === null ? "proposed; decided when work is submitted" : plan.mode.because.fact;
    return {
      data: {
        mode: effective,
        previous: before.round?.plan?.mode ?? null,
        effective_because: because,
        next: { do: "go on", why: "The strictest proposal that counts is in force." },
      },
      text: `${before.id}: ${mode} proposed; in force: ${effective ?? "not decided yet"}.`,
    };
  },
});
