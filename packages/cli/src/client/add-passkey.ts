import { setTimeout as sleep } from "node:timers/promises";
import { createSignatureReader } from "@countersign/adapters";
import type { ActView, Client, KeyLine } from "@countersign/api";
import {
  CountersignError,
  digestOf,
  parsePersonStatement,
  statementBytes,
} from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { signWithKeyFile } from "./act-signer.ts";
import type { CliSession } from "./open-session.ts";
import { openSignPage } from "./sign-on-page.ts";
import { type KeyInFile, readSigningKeys } from "./signing-keys.ts";

const POLL_MS = 300;
/** How long a person has to add a passkey on the page. */
const MAX_WAIT_MS = 10 * 60_000;

/** Opens the page that adds a passkey, and waits for it. If a key of this machine must sign as well, it does. */
export async function addPasskeyOnPage(
  context: CommandContext,
  session: Pick<CliSession, "client" | "url" | "files">,
): Promise<KeyLine> {
  const { client, files } = session;
  const page = pageOrigin(session.url);
  const before = new Set((await passkeysOf(client, page)).map(({ fingerprint }) => fingerprint));
  await openSignPage(context, client, `${page}/sign/new`);
  const signed = new Set<string>();
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const added = (await passkeysOf(client, page)).find((one) => !before.has(one.fingerprint));
    if (added !== undefined) return added;
    const { act } = await client.readOpenAct();
    const local = (await readSigningKeys(files)).keys.filter((key) => "file" in key);
    const asked = act === null || signed.has(act.nonce) ? null : findAddition(act, local);
    if (act === null || asked === null) continue;
    signed.add(act.nonce);
    context.say(`The page must show this new passkey: ${asked.added}`);
    const sshsig = await signWithKeyFile(context, files, act.statement, asked.signer);
    await client.offerSignature({ nonce: act.nonce, body: { sshsig } });
  }
  throw new CountersignError("timed_out", "No passkey was added on the page");
}

/** Returns where the engine's page uses passkeys. They need a host name, which an address of numbers is not. */
export function pageOrigin(url: string): string {
  const { hostname, port, origin } = new URL(url);
  return hostname === "127.0.0.1" ? `http://localhost:${port}` : origin;
}

async function passkeysOf(client: Client, page: string): Promise<KeyLine[]> {
  const [{ items }, { actor }] = await Promise.all([client.listKeys(), client.me()]);
  return items.filter(({ origins, ...key }) => key.actor === actor.id && origins.includes(page));
}

/**
 * Recognises a statement that adds a passkey and that a key of this machine must sign. It counts only if the new
 * passkey has signed it, and if its request adds exactly that passkey: another one would sign in the person's name.
 */
export function findAddition(
  { statement: line, offered }: ActView,
  local: readonly KeyInFile[],
): { signer: KeyInFile; added: string } | null {
  const statement = parsePersonStatement(line);
  if (statement?.predicateType !== "https://countersign.dev/command/v1") return null;
  const { predicate, subject } = statement;
  const { command, key: signing } = predicate;
  const signer = local.find(({ fingerprint }) => fingerprint === signing);
  if (command !== "add_key" || signer === undefined) return null;
  const { readSignature } = createSignatureReader();
  for (const { sshsig } of offered) {
    const reading = readSignature(statementBytes(line), sshsig);
    if (!reading.ok || reading.origin === null) continue;
    const { key, origin, fingerprint: added } = reading;
    const request = digestOf({ key, origins: [origin] });
    if (subject[0].digest.sha256 === request) return { signer, added };
  }
  return null;
}
