import { ACT_HEADER, actHeaderText, ErrorAnswer } from "@countersign/api";
import {
  parsePersonStatement,
  passkeySshsig,
  type SignatureLevel,
  sshsigData,
  statementBytes,
} from "@countersign/core";
import type { Page } from "playwright-core";

type Approval = { task: string; round: number; tree: string };
type Engine = { url: string; token: string };

/** Sends an approval with this header, as any program with the person's token can. */
async function sendApproval({ url, token }: Engine, approval: Approval, act: string) {
  const { task, ...body } = approval;
  const response = await fetch(`${url}/v1/tasks/${task}/approve`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      [ACT_HEADER]: act,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return response.ok ? null : ErrorAnswer.parse(JSON.parse(text)).error;
}

/** Asks the engine for the statement of an approval. */
export async function requestAct(
  engine: Engine,
  approval: Approval,
  signer: { key: string; level: SignatureLevel },
): Promise<string> {
  const act = actHeaderText({ is: "request", ...signer });
  const refused = await sendApproval(engine, approval, act);
  const line = refused?.details?.statement;
  if (typeof line !== "string") throw new Error(refused?.message ?? "It was approved");
  return line;
}

/** Presents a signature with an approval. Returns the refusal's message, or `approved`. */
export async function presentAct(
  engine: Engine,
  approval: Approval,
  { line, sshsig }: { line: string; sshsig: string },
): Promise<string> {
  const nonce = parsePersonStatement(line)?.predicate.nonce ?? "";
  const act = actHeaderText({ is: "signed", nonce, sshsig });
  return (await sendApproval(engine, approval, act))?.message ?? "approved";
}

/** Lets a page of another program use a passkey of this host for a statement of the engine. */
export async function signOnOtherPage(
  page: Page,
  line: string,
  { key, credential }: { key: string; credential: string },
): Promise<string> {
  const namespace = "act@countersign";
  const challenge = Buffer.from(sshsigData({ namespace, message: statementBytes(line) }));
  const asked = {
    challenge: challenge.toString("base64"),
    id: Buffer.from(credential, "base64url").toString("base64"),
  };
  const made = await page.evaluate(async ({ challenge, id }) => {
    const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const found = await navigator.credentials.get({
      publicKey: {
        ...{ challenge: bytes(challenge), rpId: "localhost", userVerification: "required" },
        allowCredentials: [{ type: "public-key", id: bytes(id) }],
      },
    });
    const { response } = found as PublicKeyCredential;
    const { authenticatorData, clientDataJSON, signature } =
      response as AuthenticatorAssertionResponse;
    const parts = [authenticatorData, clientDataJSON, signature];
    return parts.map((part) => btoa(String.fromCharCode(...new Uint8Array(part))));
  }, asked);
  const [authenticatorData, clientData, signature] = made.map((text) =>
    Buffer.from(text, "base64"),
  );
  if (!authenticatorData || !clientData || !signature) throw new Error("The page did not sign");
  const { origin } = new URL(page.url());
  const bytes = Buffer.from(key.split(" ")[1] ?? "", "base64");
  const assertion = { authenticatorData, clientData, signature, origin };
  return Buffer.from(passkeySshsig(bytes, { namespace }, assertion)).toString("base64");
}
