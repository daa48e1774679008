import { readFile } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import type { SignInSettings } from "@countersign/server";
import type { Environment } from "../runtime/environment.ts";

type Client = { clientId: string; clientSecret: string };

/**
 * Reads how people sign in: an OpenID Connect provider, GitHub, or both. Undefined without either.
 *
 * A secret is in a variable or in a file that another variable names, as service managers and containers pass them.
 */
export async function readSignInSettings(
  env: Environment,
  org: string,
  publicUrl: string | null,
): Promise<SignInSettings | undefined> {
  const issuer = readVariable(env, "COUNTERSIGN_OIDC_ISSUER");
  const oidc = await readClient(env, "COUNTERSIGN_OIDC");
  const github = await readClient(env, "COUNTERSIGN_GITHUB");
  if (issuer === undefined && oidc === undefined && github === undefined) return undefined;
  if (publicUrl === null)
    throw invalid("People sign in only through TLS.", "Start the engine with --public-url");
  if ((issuer === undefined) !== (oidc === undefined))
    throw invalid(
      "OpenID Connect needs an issuer and a client.",
      "Set COUNTERSIGN_OIDC_ISSUER, COUNTERSIGN_OIDC_CLIENT_ID and COUNTERSIGN_OIDC_CLIENT_SECRET",
    );
  return {
    ...{ org, origin: publicUrl, github },
    oidc:
      issuer === undefined || oidc === undefined
        ? undefined
        : { issuer: requireHttps(issuer), ...oidc },
  };
}

async function readClient(env: Environment, prefix: string): Promise<Client | undefined> {
  const clientId = readVariable(env, `${prefix}_CLIENT_ID`);
  const file = readVariable(env, `${prefix}_CLIENT_SECRET_FILE`);
  const clientSecret =
    readVariable(env, `${prefix}_CLIENT_SECRET`) ??
    (file === undefined ? undefined : await readSecret(file, prefix));
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  const missing = clientId === undefined ? "CLIENT_ID" : "CLIENT_SECRET or CLIENT_SECRET_FILE";
  throw invalid("The client of an identity provider is incomplete.", `Set ${prefix}_${missing}`);
}

async function readSecret(file: string, prefix: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text.trim() !== "") return text.trim();
  throw invalid(
    "The secret of an identity provider cannot be read.",
    `Check the file that ${prefix}_CLIENT_SECRET_FILE names`,
  );
}

function requireHttps(issuer: string): string {
  if (URL.canParse(issuer) && new URL(issuer).protocol === "https:") return issuer;
  throw invalid("The issuer must be an https URL.", "Set COUNTERSIGN_OIDC_ISSUER");
}

function readVariable(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === "" ? undefined : value;
}

function invalid(message: string, hint: string): CountersignError {
  return new CountersignError("invalid_input", message, { hint });
}
