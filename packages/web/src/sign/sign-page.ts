import { type Client, createClient, parsePersonStatement, statementText } from "@countersign/api";
import { addPasskey, type SigningClient } from "../passkeys/add-passkey.ts";
import { hasPasskeys } from "../passkeys/has-passkeys.ts";
import { listOwnKeys } from "../passkeys/own-passkeys.ts";
import { signStatement } from "../passkeys/passkey-device.ts";
import { actionButton, element, rowList } from "./elements.ts";

/** Milliseconds between looks whether the command line has finished the decision. */
const POLL_MS = 500;

/** What the page needs to act for the person: a session from the one-time code of the command line. */
type Visit = { person: string; engine: Client; clientWith: SigningClient };

/**
 * Shows the page that adds a passkey (`/sign/new`), or that signs one statement (`/sign/<nonce>`). It works without
 * the rest of the web interface.
 */
export async function showSignPage(root: HTMLElement): Promise<void> {
  const status = element("p", "mt-4");
  status.setAttribute("role", "status");
  const say = (text: string): void => {
    status.textContent = text;
  };
  try {
    const code = takeCode();
    if (!hasPasskeys())
      throw new Error(
        `Passkeys need a host name. Open this page at http://localhost:${location.port}`,
      );
    if (code === null) throw new Error("This link was used. Run the command again.");
    const visit = await beginVisit(code);
    const [, , name = ""] = location.pathname.split("/");
    root.append(
      ...(name === "new" ? newPasskeyParts(visit, say) : await statementParts(visit, name, say)),
    );
  } catch (error) {
    root.append(element("h1", "text-xl font-semibold", "This page cannot sign"));
    say(messageOf(error));
  }
  root.append(status);
  root.querySelector("button")?.focus();
}

/** Returns the one-time code of the address and removes it from there. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  history.replaceState(null, "", location.pathname);
  return code;
}

async function beginVisit(code: string): Promise<Visit> {
  const baseUrl = location.origin;
  const { token, actor } = await createClient({ baseUrl }).beginSession({ body: { code } });
  const clientWith: SigningClient = (signer) => createClient({ baseUrl, token, signer });
  return { person: actor, engine: createClient({ baseUrl, token }), clientWith };
}

function newPasskeyParts(visit: Visit, say: (text: string) => void): HTMLElement[] {
  const { person, clientWith, engine } = visit;
  const button = actionButton("Add a passkey", async () => {
    try {
      const added = await addPasskey({ person, clientWith, say, canSignElsewhere: true });
      await endVisit(engine, button);
      say(`Added the passkey ${added.fingerprint} of ${person}. You can close this page.`);
    } catch (error) {
      say(messageOf(error));
    }
  });
  return [
    element("h1", "text-xl font-semibold", "Add a passkey"),
    element("p", "mt-2", "You will sign decisions with it on the pages of this address only."),
    rowList([
      ["person", person],
      ["address", location.origin],
    ]),
    button,
  ];
}

async function statementParts(
  visit: Visit,
  nonce: string,
  say: (text: string) => void,
): Promise<HTMLElement[]> {
  const { engine, person } = visit;
  const { statement: line, state } = await engine.readAct({ nonce });
  const statement = parsePersonStatement(line);
  if (statement === null || state !== "open")
    throw new Error("There is nothing to sign here any more.");
  const { passkeys } = await listOwnKeys(engine, person);
  const passkey = passkeys.find(({ fingerprint }) => fingerprint === statement.predicate.key);
  if (passkey === undefined)
    throw new Error("The passkey of this statement is not used on this page.");
  const { title, rows } = statementText(statement);
  const button = actionButton("Sign with your passkey", async () => {
    try {
      const sshsig = await signStatement(line, passkey);
      await engine.offerSignature({ nonce, body: { sshsig } });
      say("Signed. The command line makes the decision.");
      button.remove();
      if (await isDecided(engine, nonce)) say("Decided. You can close this page.");
      await endVisit(engine, button);
    } catch (error) {
      say(`${messageOf(error)}. Nothing was decided.`);
    }
  });
  const exact = element("details", "mt-4");
  exact.append(element("summary", "min-h-6", "Exact text"), element("p", "break-all", line));
  return [element("h1", "text-xl font-semibold", `Sign: ${title}`), rowList(rows), button, exact];
}

/** Waits until the command line has presented the signature, or the statement expires. */
async function isDecided(engine: Client, nonce: string): Promise<boolean> {
  for (;;) {
    const { state } = await engine.readAct({ nonce });
    if (state !== "open") return state === "recorded";
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function endVisit(engine: Client, button: HTMLElement): Promise<void> {
  button.remove();
  await engine.signOut().catch(() => undefined); // it ends by itself, too
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
