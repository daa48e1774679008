import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A server's key and certificate, and the file of the authority that signed it. */
export type HubCertificate = { key: Buffer; cert: Buffer; caPath: string };

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
const LOOPBACK = "subjectAltName=IP:127.0.0.1,DNS:localhost";

/** Creates an authority and a certificate for loopback in the folder. Both are valid for one day. */
export async function createHubCertificate(folder: string): Promise<HubCertificate> {
  const file = (name: string) => join(folder, name);
  const [caPath, caKey] = [file("ca.pem"), file("ca-key.pem")];
  const [cert, key] = [file("cert.pem"), file("key.pem")];
  await openssl([...KEY, "-subj", "/CN=Loopback authority", "-keyout", caKey, "-out", caPath]);
  const signed = ["-CA", caPath, "-CAkey", caKey, "-addext", LOOPBACK];
  const leaf = ["-addext", "basicConstraints=critical,CA:FALSE", "-subj", "/CN=127.0.0.1"];
  await openssl([...KEY, ...signed, ...leaf, "-keyout", key, "-out", cert]);
  return { key: await readFile(key), cert: await readFile(cert), caPath };
}

async function openssl(args: readonly string[]): Promise<void> {
  await promisify(execFile)("openssl", ["req", "-x509", ...args]);
}
