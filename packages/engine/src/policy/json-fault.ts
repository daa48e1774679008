import { type ParseError, printParseErrorCode } from "jsonc-parser";

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is not JSON",
  InvalidNumberFormat: "a number that is not JSON",
  PropertyNameExpected: "a key in quotation marks is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  EndOfFileExpected: "there is text after the end",
  InvalidCommentToken: "an invalid comment",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "an escape that is not JSON",
  InvalidEscapeCharacter: "an escape that is not JSON",
  InvalidCharacter: "a character that JSON does not allow",
};

/** Describes a JSON syntax error in words. */
export function jsonFault({ error }: Pick<ParseError, "error">): string {
  return WORDS[printParseErrorCode(error)] ?? "it is not JSON";
}
