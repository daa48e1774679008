import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@countersign/api";
import { CountersignError, parsePersonStatement } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { display } from "../output/display.ts";
import { openBrowser } from "../runtime/open-browser.ts";
import type { PasskeyOnPage } from "./signing-keys.ts";

/** Milliseconds between looks for the signature of the page. */
const POLL_MS = 300;

type PageContext = Pick<CommandContext, "env" | "say">;

/** Opens the engine's page that signs a statement with a passkey, and waits for the signature. Ctrl+C ends the wait. */
export async function signOnPage(
  context: PageContext,
  engine: Client,
  line: string,
  { page, fingerprint }: PasskeyOnPage,
): Promise<string> {
  const nonce = parsePersonStatement(line)?.predicate.nonce ?? "";
  await openSignPage(context, engine, `${page}/sign/${nonce}`);
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  process.once("SIGINT", onInterrupt);
  try {
    while (!interrupt.signal.aborted) {
      const { offered, state } = await engine.readAct({ nonce });
      const found = offered.find((one) => one.fingerprint === fingerprint);
      if (found !== undefined) return found.sshsig;
      if (state !== "open") break;
      await sleep(POLL_MS, null, interrupt).catch(() => null);
    }
  } finally {
    process.off("SIGINT", onInterrupt);
  }
  throw new CountersignError("human_only", "The page did not sign with your passkey", {
    hint: "Nothing was decided. Repeat the command, and sign on the page that it opens",
  });
}

/** Opens a page below `/sign/` with a one-time code, or prints its URL if there is no browser here. */
export async function openSignPage(
  { env, say }: PageContext,
  engine: Pick<Client, "createSessionCode">,
  page: string,
): Promise<void> {
  const { code } = await engine.createSessionCode({ body: {} });
  const url = `${page}#code=${code}`;
  if (await openBrowser(url, env)) say(`Opened ${display(page)} in your browser.`);
  else say(`Open this URL within a minute; it works once:\n${display(url)}`);
}
