import { HARMLESS_DEFECTS } from "../copy/copy-objects.ts";
import { isRefPath } from "../paths/names.ts";
import { RemoteGitError } from "./remote-git-error.ts";

/** A repository on a server, and the credential for it. */
export type RemoteRepository = {
  /** `https://host/owner/repository.git`, without a user, a password or a query. */
  url: string;
  /** Null: no credential is sent. */
  token: string | null;
  /** A certificate authority to trust besides the usual ones, as PEM. */
  ca?: string | undefined;
};

/** Accepts a plain https address, which cannot become an option, another transport or a credential. */
export function checkRemoteUrl(url: string): URL {
  const parsed = URL.parse(url);
  const isPlain =
    parsed !== null &&
    parsed.protocol === "https:" &&
    parsed.href === url &&
    `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === "" &&
    /^[\x21-\x7e]+$/.test(url);
  if (!isPlain) throw new RemoteGitError("not_https");
  return parsed;
}

const FETCHABLE = /^refs\/(?:heads\/(.+)|pull\/[1-9]\d{0,9}\/head)$/;

/** Accepts the full name of a branch or of a pull request's head. */
export function checkRemoteRef(ref: string): string {
  const match = FETCHABLE.exec(ref);
  if (match === null || !isRefPath(match[1] ?? "head")) throw new RemoteGitError("bad_ref");
  return ref;
}

/** Accepts the full name of a branch. */
export function checkRemoteBranch(ref: string): string {
  if (!ref.startsWith("refs/heads/")) throw new RemoteGitError("bad_ref");
  return checkRemoteRef(ref);
}

const PROOF_REF = /^refs\/(?:heads\/)?countersign\/proofs\/(.+\/\d{6})$/;

/** Accepts the full name of a ref that keeps proofs. */
export function checkProofRef(ref: string): string {
  const match = PROOF_REF.exec(ref);
  if (match === null || !isRefPath(match[1] ?? "")) throw new RemoteGitError("bad_ref");
  return ref;
}

/** Answers with the lines that wait in descriptor 3, for as long as there are any. */
const HELPER =
  '!f() { [ "$1" = get ] || return 0; while IFS= read -r l; do printf "%s\\n" "$l"; done <&3; }; f';

const CONFIG: readonly string[] = [
  "protocol.version=2",
  "http.followRedirects=false",
  "http.sslVerify=true",
  "http.proxy=",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=60",
  "credential.useHttpPath=false",
  "transfer.bundleURI=false",
  "transfer.credentialsInUrl=die",
  "fetch.uriProtocols=",
  "fetch.unpackLimit=1",
  "fetch.writeCommitGraph=false",
  "fetch.fsckObjects=true",
  ...HARMLESS_DEFECTS.map((defect) => `fetch.fsck.${defect}=warn`),
];

/** Returns git's settings for one server. They contain no secret. */
export function remoteConfig(url: URL, caFile: string | null): readonly string[] {
  return [
    ...CONFIG,
    `credential.${url.origin}.helper=${HELPER}`,
    ...(caFile === null ? [] : [`http.sslCAInfo=${caFile}`]),
  ];
}

/** The name that GitHub's documentation uses with tokens. */
const USERNAME = "x-access-token";

/** Returns what the credential helper answers. */
export function credentialText(token: string | null): string {
  if (token === null) return "";
  if (!/^[\x21-\x7e]+$/.test(token)) throw new RemoteGitError("unauthorised");
  return `username=${USERNAME}\npassword=${token}\n`;
}

/** Removes the token from a text, in case the server quotes what it received. */
export function hideToken(text: string, token: string | null): string {
  if (token === null) return text;
  const sent = Buffer.from(`${USERNAME}:${token}`).toString("base64");
  return text.replaceAll(token, "[token]").replaceAll(sent, "[token]");
}
