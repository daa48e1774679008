import { CountersignError, TaskId } from "@countersign/core";
import { z } from "zod";
import { requireOwner } from "../../caller/require-owner.ts";
import { pageOrigin } from "../../client/add-passkey.ts";
import { CALL_MS, type CliSession, openSession } from "../../client/open-session.ts";
import { readSigningKeys } from "../../client/signing-keys.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { openBrowser } from "../../runtime/open-browser.ts";

const SECOND_MS = 1_000;

export const open = defineCommand({
  usage: "open [task]",
  examples: ["countersign open", "countersign open cs-ab12 --print"],
  options: {
    print: flag("--print", "print the URL instead of opening a browser"),
  },

  takes: "task",
  output: {
    "web.open": z.object({
      /** With the one-time code, unless a browser was opened with it. */
      url: z.string(),
      opened: z.boolean(),
      task: TaskId.nullable(),
      /** Milliseconds for which the code in the URL is valid. */
      validMs: z.int(),
    }),
  },
  async run(context, { args, options }) {
    const session = await openSession(context);
    if (session.credential === "own") requireOwner("Signing in", context);
    const task = args.task === undefined ? null : await taskId(context, session, args.task);
    const page = new URL(task === null ? "/" : `/t/${task}`, await pageAddress(session)).href;
    if (context.dryRun) return wouldDo("open", { url: page }, () => `Would open ${display(page)}`);
    await requirePages(context, page);
    const { code, validMs } = await session.client.createSessionCode({ body: {} });
    const url = `${page}#code=${code}`;
    const opened = !options.print && (await openBrowser(url, context.env));
    return {
      schema: "web.open",
      data: { url: opened ? page : url, opened, task, validMs },
      text: () => resultText({ page, url, opened, isPrinted: options.print, validMs }),
    };
  },
});

/** A passkey works only at the host name for which it was added, so the pages are opened there. */
async function pageAddress({ files, url }: CliSession): Promise<string> {
  const page = pageOrigin(url);
  const { keys } = await readSigningKeys(files);
  return keys.some((key) => "page" in key && key.page === page) ? page : url;
}

async function taskId(context: CommandContext, session: CliSession, word: string): Promise<string> {
  return (await findTaskByWord(context, session, word)).id;
}

/** Refuses to open an engine that was built without its pages. */
async function requirePages({ trace }: CommandContext, page: string): Promise<void> {
  const ask = trace?.fetch ?? globalThis.fetch;
  const signal = AbortSignal.timeout(CALL_MS);
  const { status, headers } = await ask(page, { headers: { accept: "text/html" }, signal });
  if (status === 200 && headers.get("content-type")?.startsWith("text/html") === true) return;
  throw new CountersignError("not_found", "This engine serves no web interface", {
    hint: "Install the published package, or build the pages: npm run build --workspace packages/web",
  });
}

type OpenedPage = {
  page: string;
  url: string;
  opened: boolean;
  isPrinted: boolean;
  validMs: number;
};

function resultText({ page, url, opened, isPrinted, validMs }: OpenedPage): string {
  if (opened) return `Opened ${display(page)} in your browser.`;
  if (isPrinted) return display(url);
  const seconds = Math.round(validMs / SECOND_MS);
  return [
    `No browser could be opened. Open this URL within ${seconds} seconds; it works once:`,
    display(url),
  ].join("\n");
}
