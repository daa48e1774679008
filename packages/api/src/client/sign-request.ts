import {
  CountersignError,
  type PersonStatement,
  parsePersonStatement,
  statedContent,
} from "@countersign/core";
import { ACTS_OF_OPERATION } from "../routes/decisions.ts";
import { type ActHeader, actHeaderText } from "../schemas/act-header.ts";

/** Signs decisions of a person with one of their keys. */
export type ActSigner = {
  /** Chooses the key for a level. Null if the person has no key here that reaches it. */
  choose(level: string): Promise<Omit<Extract<ActHeader, { is: "request" }>, "is"> | null>;
  /** Returns the signature in base64 over the statement, and that of a new key over the same one. */
  sign(line: string, key: string): Promise<{ sshsig: string; proof?: string | undefined }>;
};

/** What the statement of an engine must name. */
export type SignedRequest = {
  /** The operation that the client calls. */
  operation: string;
  task: string | null;
  /** The content that the person was shown. Null if the request names none. */
  round: number | null;
  tree: string | null;
};

/** Sends the same request once more with this value of the header. */
type Resend<Reply> = (header: string) => Promise<Reply>;

/**
 * Asks the engine for the statement of a refused decision, has it signed and sends the decision again. The statement
 * must be for this operation, and name the task, round and tree that the request names.
 */
export async function sendSigned<Reply>(
  signer: ActSigner,
  refused: CountersignError,
  request: SignedRequest,
  resend: Resend<Reply>,
): Promise<Reply> {
  const chosen = await signer.choose(refused.details.level ?? "signed");
  if (chosen === null) throw refused;
  const header = actHeaderText({ is: "request", ...chosen });
  const line = await resend(header).then(
    () => throwUnsigned(),
    (error: unknown) => statementOf(error),
  );
  const statement = parsePersonStatement(line);
  if (statement === null || !isFor(statement, request, chosen.key)) throw otherStatement();
  const signatures = await signer.sign(line, chosen.key);
  const { nonce } = statement.predicate;
  return await resend(actHeaderText({ is: "signed", nonce, ...signatures }));
}

function statementOf(error: unknown): string {
  const line = error instanceof CountersignError ? error.details.statement : undefined;
  if (line === undefined) throw error;
  return line;
}

function isFor(statement: PersonStatement, request: SignedRequest, key: string): boolean {
  const { task, round, tree } = statedContent(statement);
  const { predicate } = statement;
  const isRetraction = "act" in predicate && predicate.act === "retract";
  return (
    predicate.key === key &&
    isForOperation(statement, request) &&
    (task === request.task || isRetraction) &&
    (request.round === null || round === request.round || isRetraction) &&
    (request.tree === null || tree === request.tree)
  );
}

/** A person who approves must not be made to sign an override, or a change of trust. */
function isForOperation({ predicate }: PersonStatement, request: SignedRequest): boolean {
  const { operation, task } = request;
  if ("act" in predicate) return ACTS_OF_OPERATION[operation]?.includes(predicate.act) === true;
  return task === null || predicate.command === toCommandName(operation);
}

function toCommandName(operation: string): string {
  return operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function otherStatement(): CountersignError {
  return new CountersignError(
    "internal",
    "The engine asks for a signature for something else than this decision. Nothing was signed",
  );
}

function throwUnsigned(): never {
  throw new CountersignError("internal", "The engine accepted a decision without its signature");
}
