import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

let validate: ValidateFunction | undefined;

/** What the official schema finds wrong with a SARIF text. */
export function sarifProblems(text: string): string[] {
  validate ??= compileSchema();
  return validate(JSON.parse(text))
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** The schema is of draft 4; what it uses means the same today, but for the name of its id. */
function compileSchema(): ValidateFunction {
  const file = new URL("sarif-2.1.0-rtm.5.json", import.meta.url);
  const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  return new Ajv({ strict: false, unicodeRegExp: false, formats: FORMATS }).compile(schema);
}

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  "uri-reference": isReference,
  "date-time": true,
} as const;

/** RFC 3986: only what a reference may hold, and no scheme or host by accident. */
function isReference(text: string): boolean {
  const isPlain = /^(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9A-Fa-f]{2})*$/.test(text);
  return isPlain && !/^[^/?#]*:|^\/\//.test(text) ? true : URL.canParse(text);
}
