import { CountersignError } from "@countersign/core";

/** Reads the id of an account. A login is no id, because it can be renamed and taken by another account. */
export function accountNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CountersignError("invalid_input", `"${text}" is not the id of a GitHub account`, {
    hint: "Find the id of a login: gh api users/<login> --jq .id",
  });
}
