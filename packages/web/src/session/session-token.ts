import { createClient } from "@countersign/api";

const STORED = "countersign.token";
const CHANNEL = "countersign-session";
/** Milliseconds that a new tab waits for the token of another tab. */
const OTHER_TAB_MS = 150;

type Message = { type: "wanted" } | { type: "token"; token: string } | { type: "ended" };

/**
 * Returns the token of this tab's session: from a one-time code in the address, from the tab's own storage, or from
 * another tab. Null if no tab is signed in.
 *
 * The token is never in a cookie, because browsers send a cookie to every port of a host name.
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

/** Returns the one-time code of the address and removes it from there. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code;
}

function keepToken(token: string): string {
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

/** Passes the token on to new tabs, and reports when another tab signs out. */
export function shareToken(token: string, onEnded: () => void): () => void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.type === "wanted") tabs.postMessage({ type: "token", token } satisfies Message);
    if (data.type === "ended") onEnded();
  });
  return () => tabs.close();
}

/** Removes the token from every tab. */
export function dropToken(): void {
  sessionStorage.removeItem(STORED);
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage({ type: "ended" } satisfies Message);
  tabs.close();
}
