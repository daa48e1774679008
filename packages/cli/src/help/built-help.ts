import type { CommandHelp } from "./command-help.ts";

/** The help of every command by its words. Empty in the sources; the build fills it, so that help loads no command. */
export const BUILT_HELP: Readonly<Record<string, CommandHelp>> = {};
