import { describe, expect, it } from "vitest";
import { explainComplaint } from "./explain-complaint.ts";

const AT = "unable to access 'https://host/acme/shop.git/':";

describe("explainComplaint", () => {
  it.each([
    ["redirect", `fatal: ${AT} The requested URL returned error: 302`],
    ["unauthorised", "fatal: Authentication failed for 'https://host/acme/shop.git/'"],
    ["unauthorised", `fatal: ${AT} The requested URL returned error: 403`],
    [
      "unauthorised",
      "fatal: could not read Username for 'https://host': terminal prompts disabled",
    ],
    ["no_repository", "fatal: repository 'https://host/acme/shop.git/' not found"],
    ["missing_ref", "fatal: couldn't find remote ref refs/pull/9/head"],
    ["certificate", `fatal: ${AT} SSL certificate problem: unable to get local issuer certificate`],
    ["certificate", `fatal: ${AT} server certificate verification failed. CAfile: none`],
    [
      "certificate",
      `fatal: ${AT} SSL: certificate subject name 'a' does not match target host 'b'`,
    ],
    ["not_https", "fatal: transport 'file' not allowed"],
    [
      "too_large",
      "fatal: write error: File too large\nfatal: fetch-pack: invalid index-pack output",
    ],
    ["too_large", "fatal: Out of memory, malloc failed (tried to allocate 1 bytes)"],
    ["disk_full", "fatal: write error: No space left on device\nfatal: index-pack failed"],
    [
      "bad_object",
      "error: object 1: gitmodulesUrl: disallowed submodule url\nfatal: fsck error in packed object",
    ],
    ["bad_object", "fatal: pack is corrupted (SHA1 mismatch)\nfatal: index-pack failed"],
    ["bad_object", "error: https://host/acme/shop.git did not send all necessary objects"],
    ["unreachable", "fatal: early EOF\nfatal: fetch-pack: invalid index-pack output"],
    ["unreachable", `fatal: ${AT} Failed to connect to host port 443: Connection refused`],
    ["unreachable", `fatal: ${AT} Could not resolve host: host`],
    ["unreachable", `fatal: ${AT} The requested URL returned error: 502`],
    [
      "unreachable",
      "error: RPC failed; curl 18 transfer closed with outstanding read data remaining",
    ],
    ["unreachable", `fatal: ${AT} Operation too slow. Less than 1000 bytes/sec transferred`],
    [
      "unreachable",
      `fatal: ${AT} GnuTLS recv error (-110): The TLS connection was non-properly terminated.`,
    ],
    ["unreachable", "fetch-pack: unexpected disconnect while reading sideband packet"],
    [
      "unreachable",
      "fetch-pack: unexpected disconnect while reading sideband packet\nfatal: protocol error: bad pack header",
    ],
    [
      "unreachable",
      "fatal: unable to access 'https://host/acme/inflate.git/': Could not resolve host",
    ],
    ["unauthorised", "remote: fsck error\nfatal: Authentication failed for 'https://host/a.git/'"],
    ["failed", "fatal: fetch-pack: invalid index-pack output"],
    ["failed", "fatal: something that git never said before"],
  ])("finds %s in %j", (reason, complaint) => {
    expect(explainComplaint(complaint)).toBe(reason);
  });
});
