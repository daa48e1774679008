import { checkRunView } from "../views/check-view.ts";
import { emitEvent } from "../webhooks/send-webhook.ts";
import type { Account } from "../world/accounts.ts";
import type { CheckRun } from "../world/checks.ts";
import type { World } from "../world/world.ts";

/** Sends an event of a check run to the apps. */
export function emitCheckRun(
  world: World,
  run: CheckRun,
  action: "created" | "completed" | "rerequested" | "requested_action",
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  const { repository } = run;
  const payload = { action, check_run: checkRunView(world, run), ...more };
  emitEvent(world, { event: "check_run", repository, sender, payload });
}
