import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";
import { AGENT_COMMANDS } from "./agent-commands.ts";
import { DAILY_REVIEW } from "./daily-review.ts";
import { GENERAL_COMMANDS } from "./general-commands.ts";
import { LOCAL_CHECKS } from "./local-checks.ts";
import { POLICY_COMMANDS } from "./policy-commands.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { SETUP_COMMANDS } from "./setup-commands.ts";
import { TASK_COMMANDS } from "./task-commands.ts";

/** Every command: name, purpose and file, in the order of `countersign --help`. Loads no command. */
export const COMMANDS: CommandTable<CliCommand> = [
  DAILY_REVIEW,
  TASK_COMMANDS,
  LOCAL_CHECKS,
  SETUP_COMMANDS,
  POLICY_COMMANDS,
  AGENT_COMMANDS,
  SERVER_COMMANDS,
  GENERAL_COMMANDS,
];
