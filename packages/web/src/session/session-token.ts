import { createClient } from "@countersign/api";

const STORED = "countersign.token";
const CHANNEL = "countersign-session";
/** Milliseconds that a new tab waits for the token of another tab. */
const OTHER_TAB_MS = 150;

type Message =
  | { type: "wanted" }
  | { type: "token"; token: string }
  /** The token says which session has ended: another tab may have one of its own. */
  | { type: "ended"; why: string; token: string | null };

/**
 * Returns the token of this tab's session: from a one-time code in the address, from the tab's own storage, or from
 * another tab. Null if no tab is signed in.
 *
 * On loopback the token is never in a cookie, because browsers send a cookie to every port of a host name.
 */
export async function findToken(): Promise<string | null> {
  const code = takeCode();
  if (code !== null) {
    const { token } = await createClient({ baseUrl: location.origin }).beginSession({
      body: { code },
    });
    return keepToken(token);
  }
  return sessionStorage.getItem(STORED) ?? (await askOtherTabs());
}

/** Returns the invitation of the address and removes it from there. Null if there is none. */
export function takeInvitation(): string | null {
  return takeFromFragment("invitation");
}

/** Returns the one-time code of the address and removes it from there. */
function takeCode(): string | null {
  return takeFromFragment("code");
}

function takeFromFragment(name: string): string | null {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value !== null) history.replaceState(null, "", location.pathname + location.search);
  return value;
}

/** Keeps the token of a new session in this tab. */
export function keepToken(token: string): string {
  sessionStorage.setItem(STORED, token);
  return token;
}

async function askOtherTabs(): Promise<string | null> {
  const tabs = new BroadcastChannel(CHANNEL);
  const answer = new Promise<string | null>((resolve) => {
    setTimeout(() => resolve(null), OTHER_TAB_MS);
    tabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.type === "token") resolve(keepToken(data.token));
    });
  });
  tabs.postMessage({ type: "wanted" } satisfies Message);
  return await answer.finally(() => tabs.close());
}

/** Passes the token on to new tabs, and reports when another tab ends its session. A token in a cookie is null here. */
export function shareToken(token: string | null, onEnded: (why: string) => void): () => void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.type === "wanted" && token !== null)
      tabs.postMessage({ type: "token", token } satisfies Message);
    if (data.type !== "ended" || data.token !== token) return;
    sessionStorage.removeItem(STORED);
    onEnded(data.why);
  });
  return () => tabs.close();
}

/** Removes the token from every tab that has it, and tells them why. */
export function dropToken(token: string | null, why: string): void {
  sessionStorage.removeItem(STORED);
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage({ type: "ended", why, token } satisfies Message);
  tabs.close();
}
