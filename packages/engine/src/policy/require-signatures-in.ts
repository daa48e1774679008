import { CountersignError } from "@countersign/core";
import { applyEdits, modify } from "jsonc-parser";
import { parseDocument } from "yaml";

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n" };

const KEY = ["trust", "humanPresence"];

/** Returns a configuration in which every decision needs a signature. Comments and everything else stay. */
export function requireSignaturesIn(name: string, text: string): string {
  if (/\.jsonc?$/.test(name))
    return applyEdits(text, modify(text, KEY, "verified", { formattingOptions: FORMATTING }));
  const document = parseDocument(text);
  if (document.errors.length > 0)
    throw new CountersignError("invalid_input", `${name} cannot be edited: it is not valid YAML`);
  document.setIn(KEY, "verified");
  return document.toString();
}
