import { stat } from "node:fs/promises";
import type { OwnerCertificates } from "@countersign/engine";
import type { Environment } from "../../runtime/environment.ts";

/** The certificates that the owner's environment names, as far as they exist. */
export async function findOwnerCertificates(env: Environment): Promise<OwnerCertificates> {
  const { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: file, SSL_CERT_DIR: directory } = env;
  return {
    extra: await ifThere(extra, "file"),
    file: await ifThere(file, "file"),
    directory: await ifThere(directory, "directory"),
  };
}

async function ifThere(
  path: string | undefined,
  kind: "file" | "directory",
): Promise<string | null> {
  if (path === undefined || !path.startsWith("/")) return null;
  const found = await stat(path).catch(() => null);
  const isKind = kind === "file" ? found?.isFile() : found?.isDirectory();
  return isKind === true ? path : null;
}
