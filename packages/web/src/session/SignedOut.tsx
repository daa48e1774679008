import { createClient, type ProviderMethod } from "@countersign/api";
import { safeText } from "@countersign/review";
import { useEffect, useState } from "react";
import { hasPasskeys } from "../passkeys/has-passkeys.ts";
import { keepToken } from "./session-token.ts";

type Method = { method: ProviderMethod; name: string };

/** Accounts at an identity provider need TLS: there the session is in a cookie. */
export function hasAccounts(): boolean {
  return location.protocol === "https:";
}

/** Explains how to sign in, and offers the accounts with which people sign in here. */
export function SignedOut({ why, invitation }: { why: string; invitation?: string | undefined }) {
  const [methods, setMethods] = useState<readonly Method[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!hasAccounts()) return;
    const client = createClient({ baseUrl: location.origin });
    client.listSignInMethods().then(
      ({ items }) => setMethods(items),
      (error: Error) => setProblem(error.message),
    );
  }, []);
  const begin = (method: ProviderMethod): void => {
    const client = createClient({ baseUrl: location.origin });
    client.beginSignIn({ body: { method, ...(invitation !== undefined && { invitation }) } }).then(
      ({ url }) => location.assign(url),
      (error: Error) => setProblem(error.message),
    );
  };
  const usePasskey = (): void => {
    signInWithPasskey().then(
      () => location.reload(),
      (error: Error) => setProblem(error.message),
    );
  };
  const alert = problem === "" ? why : problem;
  return (
    <main className="mx-auto max-w-xl p-6">
      <h1 className="mb-4 text-xl font-semibold">Sign in to countersign</h1>
      {alert !== "" && (
        <p role="alert" className="mb-4 text-warning">
          {safeText(alert)}
        </p>
      )}
      {invitation !== undefined && (
        <p className="mb-4">
          You are invited. The account with which you sign in now will be yours here.
        </p>
      )}
      {methods.map(({ method, name }) => (
        <button
          key={method}
          type="button"
          className="button mb-2 block"
          onClick={() => begin(method)}
        >
          Sign in with {name}
        </button>
      ))}
      {hasPasskeys() && invitation === undefined && (
        <button type="button" className="button mb-4 block" onClick={usePasskey}>
          Sign in with a passkey
        </button>
      )}
      {methods.length === 0 && <CommandLineHelp />}
    </main>
  );
}

/** Begins a session with a passkey of this host. Its token is kept in the tab, or in a cookie of the public host. */
async function signInWithPasskey(): Promise<void> {
  const engine = createClient({ baseUrl: location.origin });
  const { challenge } = await engine.createPasskeyChallenge();
  const device = await import("../passkeys/passkey-device.ts");
  const body = await device.signInWithPasskey(challenge);
  const { token } = await engine.beginPasskeySession({ body });
  if (token !== null) keepToken(token);
}

function CommandLineHelp() {
  return (
    <>
      <p className="mb-2">Run this command in a terminal on this machine:</p>
      <pre className="mb-4 rounded border border-edge bg-panel p-3">countersign open</pre>
      <p className="text-muted">It opens this page with a link that works once, for one minute.</p>
    </>
  );
}
