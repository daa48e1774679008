import { z } from "zod";
import { ActorId, VerdictId } from "../kernel/ids.ts";

/** How a person settles one reason of a hold. `decide()` then runs again. */
export const Resolution = z.discriminatedUnion("do", [
  /** The verdict counts as abstained and its quorum shrinks. */
  z.strictObject({ do: z.literal("set_aside"), verdict: VerdictId }),
  z.strictObject({ do: z.literal("grant_attempts"), attempts: z.int().min(1).max(20) }),
  z.strictObject({ do: z.literal("raise_budget"), usd: z.number().positive().max(1_000_000) }),
  z.strictObject({
    do: z.literal("name_reviewer"),
    requirement: z.string().min(1).max(200),
    reviewer: ActorId,
  }),
  z.strictObject({ do: z.literal("retry") }),
  z.strictObject({ do: z.literal("send_back") }),
  z.strictObject({ do: z.literal("reject") }),
]);
export type Resolution = z.infer<typeof Resolution>;
