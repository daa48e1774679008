import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findOwnerCertificates } from "./owner-certificates.ts";

it("names the certificates of the environment that exist", async () => {
  const home = await mkdtemp(join(tmpdir(), "certificates-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const corp = join(home, "corp.pem");
  await writeFile(corp, "");

  expect(
    await findOwnerCertificates({
      NODE_EXTRA_CA_CERTS: corp,
      SSL_CERT_FILE: home,
      SSL_CERT_DIR: home,
    }),
  ).toEqual({ extra: corp, file: null, directory: home });
  expect(
    await findOwnerCertificates({
      NODE_EXTRA_CA_CERTS: join(home, "gone"),
      SSL_CERT_FILE: "a.pem",
    }),
  ).toEqual({ extra: null, file: null, directory: null });
});
