import { type Client, createClient, type Me } from "@countersign/api";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { SignedOut } from "./SignedOut.tsx";
import { dropToken, findToken, shareToken } from "./session-token.ts";

export type Session = {
  engine: Client;
  me: Me;
  /** Ends the session on the server and in every tab. */
  signOut(): void;
  /** Forgets a session that the server no longer accepts. */
  forget(): void;
};

const SessionContext = createContext<Session | null>(null);

/** Returns the session of this tab. Pages are only rendered with one. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("There is no session");
  return session;
}

type State =
  | { is: "starting" }
  | { is: "signed_out"; why: string }
  | { is: "signed_in"; token: string; me: Me };

/** Signs the tab in, or explains how to sign in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ is: "starting" });
  useEffect(() => {
    start().then(setState, (error: Error) => setState({ is: "signed_out", why: error.message }));
  }, []);
  const token = state.is === "signed_in" ? state.token : null;
  useEffect(() => {
    if (token === null) return;
    return shareToken(token, () => setState({ is: "signed_out", why: "You signed out." }));
  }, [token]);
  const session = useMemo(
    () => (state.is === "signed_in" ? openSession(state, setState) : null),
    [state],
  );
  if (state.is === "starting") return null;
  if (state.is === "signed_out") return <SignedOut why={state.why} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}

function openSession(
  { token, me }: Extract<State, { is: "signed_in" }>,
  setState: (state: State) => void,
): Session {
  const engine = clientOf(token);
  const leave = (why: string) => {
    dropToken();
    setState({ is: "signed_out", why });
  };
  return {
    engine,
    me,
    forget: () => leave("Your session has ended."),
    signOut() {
      engine.signOut().catch(() => undefined); // the tab forgets it in any case
      leave("You signed out.");
    },
  };
}

let starting: Promise<State> | null = null;

/** Starts once: a one-time code works once, and React may run an effect twice. */
function start(): Promise<State> {
  starting ??= findToken().then(async (token): Promise<State> => {
    if (token === null) return { is: "signed_out", why: "" };
    return { is: "signed_in", token, me: await clientOf(token).me() };
  });
  return starting;
}

function clientOf(token: string): Client {
  return createClient({ baseUrl: location.origin, token });
}
