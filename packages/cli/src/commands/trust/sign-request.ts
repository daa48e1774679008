import { setTimeout } from "node:timers/promises";
import type { TrustRequestView } from "@countersign/api";
import { createActSigner } from "../../client/act-signer.ts";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { readKeyFile } from "../../client/read-key-file.ts";
import { readSigningKeys } from "../../client/signing-keys.ts";
import type { CommandContext } from "../../command/context.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import type { Result } from "../../output/result.ts";
import { trustOutcomeText } from "./trust-text.ts";

const POLL_MS = 200;
const MAX_POLLS = 150;

/** Opens a session that signs with a named key. Default: with the newest key that reaches the level. */
export async function openSigningSession(
  context: CommandContext,
  keyFile: string | undefined,
): Promise<CliSession> {
  const only = keyFile === undefined ? undefined : await readKeyFile(context, keyFile);
  const signer = createActSigner(context, localFiles(context.env), { only });
  return await openSession(context, "human", signer);
}

/**
 * Signs a request as the caller, with each of their own keys that it waits for, and waits until the engine has carried
 * out a complete one.
 */
export async function signRequest(
  context: CommandContext,
  session: CliSession,
  { repo, id }: { repo: string; id: string },
): Promise<TrustRequestView> {
  const { client } = session;
  let request = await client.signTrust({ repo, id, body: {} });
  const { keys } = await readSigningKeys(session.files);
  for (const { fingerprint } of request.waits.keys) {
    const only = keys.find((key) => key.fingerprint === fingerprint);
    if (only === undefined || request.state !== "open") continue;
    const signer = createActSigner(context, session.files, { only });
    const again = await openSession(context, "human", signer);
    request = await again.client.signTrust({ repo, id, body: {} });
  }
  for (let polls = 0; request.state === "complete" && polls < MAX_POLLS; polls += 1) {
    await setTimeout(POLL_MS);
    request = await client.readTrustRequest({ repo, id });
  }
  return request;
}

/** Describes a request after a signature. */
export async function requestResult(
  { client }: CliSession,
  schema: string,
  repo: string,
  request: TrustRequestView,
): Promise<Result> {
  const view = await client.readTrust({ repo });
  const { root } = view;
  return {
    schema,
    data: { root, request },
    text: (style) => trustOutcomeText(request, view, style),
    plain: [[request.id, request.state, ...(root === null ? [] : [root])]],
  };
}
