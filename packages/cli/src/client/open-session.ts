import { type Client, createClient } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { ensureEngine } from "../local-engine/ensure-engine.ts";
import { type Credentials, readCredentials } from "../local-engine/files/credentials.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { VERSION } from "../runtime/version.ts";
import { createActSigner, type LocalActSigner } from "./act-signer.ts";

/** A client of the engine with the credentials of one actor. */
export type CliSession = {
  client: Client;
  url: string;
  /** `own`: the person at this machine; `environment`: COUNTERSIGN_TOKEN; `agent`: one that they launched. */
  credential: "own" | "environment" | "agent";
  files: EngineFiles;
  /** The person at this machine, who answers for the agents they launch; null: the environment's token says who asks. */
  person: string | null;
};

type Purpose = keyof Credentials;

/** Merges and checks are done by the engine on its own time; what a call waits for is git at most. */
export const CALL_MS = 120_000;

/** Finds or starts the engine, and uses the token of the environment or the credentials of the person. */
export async function openSession(
  context: CommandContext,
  purpose: Purpose = "human",
  signer: LocalActSigner = createActSigner(context, localFiles(context.env)),
): Promise<CliSession> {
  const files = localFiles(context.env);
  const url = context.server === null ? await localUrl(context, files) : foreignUrl(context.server);
  const given = context.env.COUNTERSIGN_TOKEN;
  const own = isSet(given) ? null : await ownCredentials(context, files);
  const token = own?.[purpose].token ?? given;
  const address = { baseUrl: url, token, timeoutMs: CALL_MS, fetch: context.trace?.fetch };
  signer.useEngine(createClient(address));
  return {
    client: createClient({ ...address, signer }),
    url,
    credential: own === null ? "environment" : "own",
    files,
    person: own?.human.actor ?? null,
  };
}

async function localUrl(context: CommandContext, files: EngineFiles): Promise<string> {
  const onStart = () => context.say("Starting the local engine ...");
  const { program, env } = context;
  const { url, version } = await ensureEngine({
    ...{ files, program, env, onStart },
    reason: "needed",
  });
  if (version !== VERSION) {
    context.say(
      `The engine is version ${version}, this command is ${VERSION}. Run countersign server down to restart the engine.`,
    );
  }
  return url;
}

function foreignUrl(server: string): string {
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return server;
  throw new CountersignError("invalid_input", `"${server}" is not a valid engine URL`, {
    hint: "Use a URL such as https://cs.example.com",
  });
}

/** Our own credentials are for our own engine; no other address ever gets them. */
async function ownCredentials(
  { server }: CommandContext,
  files: EngineFiles,
): Promise<Credentials> {
  if (server !== null) {
    throw new CountersignError("unauthenticated", `There is no credential for ${server}`, {
      hint: "Set COUNTERSIGN_TOKEN to a credential for that engine",
    });
  }
  const credentials = await readCredentials(files.credentials);
  if (credentials !== null) return credentials;
  throw new CountersignError("unauthenticated", `${files.credentials} cannot be read`, {
    hint: "Create new ones: countersign server down && countersign server up",
  });
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
