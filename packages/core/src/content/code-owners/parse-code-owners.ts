import { type CompiledGlob, compileGlob } from "../../policy/glob/glob.ts";

/** Where the forge looks for the file. The first that exists counts. */
export const CODE_OWNERS_PATHS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/** The forge ignores a larger file. */
export const MAX_CODE_OWNERS_BYTES = 3_000_000;

/** An account, a team or an e-mail address. The account of `@acme/web` is that of a team. */
export type CodeOwner =
  | { is: "account"; login: string }
  | { is: "team"; organization: string; team: string }
  | { is: "email"; address: string };

/** One line of the file. Without owners it says that the paths belong to no one. */
export type OwnerRule = { line: number; pattern: string; glob: CompiledGlob; owners: CodeOwner[] };

/** The rules in the order of the file, and the lines that the forge skips. */
export type CodeOwners = { rules: OwnerRule[]; skipped: { line: number; reason: string }[] };

/** Parses a CODEOWNERS file by GitHub's rules. A line that GitHub cannot read is skipped, and reported. */
export function parseCodeOwners(text: string): CodeOwners {
  const parsed: CodeOwners = { rules: [], skipped: [] };
  for (const [index, source] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const [pattern, ...names] = splitWords(source);
    if (pattern === undefined) continue;
    const glob = compilePattern(pattern);
    const owners = names.map(parseOwner);
    const wrong = owners.indexOf(null);
    if (!glob.ok) parsed.skipped.push({ line, reason: glob.reason });
    else if (wrong >= 0)
      parsed.skipped.push({ line, reason: `${names[wrong]} is neither an account nor an address` });
    else
      parsed.rules.push({
        line,
        pattern,
        glob: glob.glob,
        owners: owners.filter((one) => one !== null),
      });
  }
  return parsed;
}

/** Splits a line at white space that is not escaped, and leaves out its comment. */
function splitWords(source: string): string[] {
  const words = source.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const comment = words.findIndex((word) => word.startsWith("#"));
  return comment < 0 ? words : words.slice(0, comment);
}

const ACCOUNT = /^@([A-Za-z0-9](?:[A-Za-z0-9_-]{0,99}))$/;
const TEAM = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/([A-Za-z0-9][\w.-]{0,99})$/;
const EMAIL = /^[^\s@]{1,100}@[^\s@]{1,200}$/;

function parseOwner(name: string): CodeOwner | null {
  const [, login] = ACCOUNT.exec(name) ?? [];
  if (login !== undefined) return { is: "account", login };
  const [, organization, team] = TEAM.exec(name) ?? [];
  if (organization !== undefined && team !== undefined) return { is: "team", organization, team };
  return EMAIL.test(name) ? { is: "email", address: name } : null;
}

/** Compiles a pattern of the file, which is that of a .gitignore without `!` and without sets. */
function compilePattern(pattern: string): ReturnType<typeof compileGlob> {
  if (pattern.startsWith("!")) return { ok: false, reason: "patterns cannot exclude with !" };
  if (/(?<!\\)[[\]]/.test(pattern)) return { ok: false, reason: "patterns cannot have sets" };
  return compileGlob(toGlob(pattern.replaceAll(/(?<!\\)[{}]/g, "\\$&")));
}

/** A pattern without a slash matches at any depth. One that names a directory matches everything below it. */
function toGlob(pattern: string): string {
  const isDirectory = pattern.endsWith("/");
  const body = pattern.replace(/^\//, "").replace(/\/$/, "");
  if (body === "") return "**";
  const isAnchored = pattern.startsWith("/") || body.includes("/");
  const anywhere = isAnchored || body.startsWith("**") ? body : `**/${body}`;
  if (isDirectory) return `${anywhere.replace(/\*\*$/, "*")}/**/*`;
  if (/(?:^|\/)\*\*$/.test(body)) return `${anywhere}/*`;
  if (/(?:^|\/)\*$/.test(body)) return anywhere; // the files of a directory, and no deeper ones
  return `${anywhere}/**`;
}
