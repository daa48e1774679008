import type { RequestFailure } from "../egress/judge-response.ts";

/** Where in a refusal the words are looked for that we know. */
const READ_BYTES = 16_384;

type Known = { statuses: readonly number[]; says: RegExp; meaning: string };

/** What providers say behind a status that says less. Asking again changes none of it. */
const KNOWN: readonly Known[] = [
  {
    statuses: [400, 413, 422],
    says: /context_length_exceeded|prompt is too long|maximum context length|exceeds the maximum number of tokens|request_too_large|exceed_context_size/i,
    meaning: "the question is too long for this model",
  },
  {
    statuses: [400, 402, 403, 429],
    says: /insufficient_quota|credit balance is too low|billing_/i,
    meaning: "the account has no money left",
  },
  {
    statuses: [400],
    says: /API_KEY_INVALID|API key not valid/,
    meaning: "it does not accept our key",
  },
];

/** Says in our words what a provider's refusal means, where its own words are known. */
export function explainRefusal(
  failure: RequestFailure,
  { who, status, body }: { who: string; status: number; body: Buffer },
): RequestFailure {
  const text = body.subarray(0, READ_BYTES).toString("utf8");
  const known = KNOWN.find(({ statuses, says }) => statuses.includes(status) && says.test(text));
  if (known === undefined) return failure;
  return { ok: false, reason: `${who} answered ${status}: ${known.meaning}`, again: "never" };
}
