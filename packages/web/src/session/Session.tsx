import { type ActSigner, type Client, createClient, type Me } from "@countersign/api";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { hasPasskeys } from "../passkeys/has-passkeys.ts";
import { hasAccounts, SignedOut } from "./SignedOut.tsx";
import { dropToken, findToken, shareToken, takeInvitation } from "./session-token.ts";

export type Session = {
  engine: Client;
  me: Me;
  /** Creates a client of this session that signs decisions in another way. */
  clientWith(signer: ActSigner): Client;
  /** Ends the session on the server and in every tab. */
  signOut(): void;
  /** Forgets a session that the server no longer accepts. */
  forget(): void;
};

const ENDED = "Your session has ended.";

const SessionContext = createContext<Session | null>(null);

/** Returns the session of this tab. Pages are only rendered with one. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("There is no session");
  return session;
}

type State =
  | { is: "starting" }
  | { is: "signed_out"; why: string; invitation?: string }
  /** The token is null if it is in a cookie, which no script can read. */
  | { is: "signed_in"; token: string | null; me: Me };

/** Signs the tab in, or explains how to sign in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ is: "starting" });
  useEffect(() => {
    start().then(setState, (error: Error) => setState({ is: "signed_out", why: error.message }));
  }, []);
  const token = state.is === "signed_in" ? state.token : undefined;
  useEffect(() => {
    if (token === undefined) return;
    return shareToken(token, (why) => setState({ is: "signed_out", why }));
  }, [token]);
  const session = useMemo(
    () => (state.is === "signed_in" ? openSession(state, setState) : null),
    [state],
  );
  if (state.is === "starting") return null;
  if (state.is === "signed_out") return <SignedOut why={state.why} invitation={state.invitation} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}

function openSession(
  { token, me }: Extract<State, { is: "signed_in" }>,
  setState: (state: State) => void,
): Session {
  const engine = clientOf(token);
  const address = { baseUrl: location.origin, token: token ?? undefined };
  const leave = (why: string) => {
    dropToken(token, why);
    setState({ is: "signed_out", why });
  };
  return {
    engine,
    me,
    clientWith: (signer) => createClient({ ...address, signer }),
    forget: () => leave(ENDED),
    signOut() {
      engine.signOut().catch(() => undefined); // the tab forgets it in any case
      leave("You signed out.");
    },
  };
}

let starting: Promise<State> | null = null;

/** Starts once: a one-time code works once, and React may run an effect twice. */
function start(): Promise<State> {
  starting ??= signIn();
  return starting;
}

async function signIn(): Promise<State> {
  const invitation = takeInvitation();
  if (invitation !== null) return { is: "signed_out", why: "", invitation };
  const token = await findToken();
  const canAsk = token !== null || hasAccounts();
  const me = canAsk ? await clientOf(token).me().catch(ignoreSignedOut) : null;
  if (me !== null) return { is: "signed_in", token, me };
  if (token === null) return { is: "signed_out", why: "" };
  dropToken(token, ENDED);
  return { is: "signed_out", why: ENDED };
}

function ignoreSignedOut(error: { code?: string; message: string }): null {
  if (error.code === "unauthenticated") return null;
  throw new Error(error.message);
}

function clientOf(token: string | null): Client {
  const address = { baseUrl: location.origin, token: token ?? undefined };
  const plain = createClient(address);
  // Most decisions need no signature, so what signs them is loaded when one does.
  const load = () => import("../passkeys/passkey-signer.ts");
  const signer: ActSigner = {
    choose: async (level) =>
      hasPasskeys() ? await (await load()).choosePasskey(plain, level) : null,
    sign: async (line, key) => await (await load()).signWithPasskey(plain, line, key),
  };
  return createClient({ ...address, signer });
}
