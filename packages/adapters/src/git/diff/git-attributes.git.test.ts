import { afterAll, expect, it } from "vitest";
import { openWorkshop } from "../testing/plain-git.ts";
import { attributeOf, parseAttributeFile } from "./git-attributes.ts";

const shop = openWorkshop();
afterAll(() => shop.remove());

const PATTERNS = [
  ..."*.js|gen.js|/gen.js|lib/gen.js|/lib/*.js|lib/**|**/gen.js|lib/**/gen.js|a/**/c.js".split("|"),
  ..."**|*|?en.js|[a-g]en.js|[!g]en.js|[]g]en.js|[[:alpha:]]en.js|gen\\.js|lib/|a?c.js".split("|"),
  ...'"gen.js"|"g\\145n.js"|lib/*/gen.js|***/gen.js|a/**|/a/*|lib**gen.js|!gen.js|[g-|*.[jJ]s'.split(
    "|",
  ),
];
const PATHS = [
  "gen.js",
  "lib/gen.js",
  "lib/a/gen.js",
  "a/b/c.js",
  "a/c.js",
  "lib/den.JS",
  "a/b/gen.ts",
  "x",
];
const STATES = [
  "linguist-generated",
  "linguist-generated=true",
  "-linguist-generated",
  "!linguist-generated",
  "linguist-generated=false",
  "ours",
  "binary linguist-generated",
];

/** What git answers from an index that contains only attributes files. */
function askGit(files: Readonly<Record<string, string>>): Map<string, string> {
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.git("add", "-A");
  const out = shop.git("check-attr", "--cached", "linguist-generated", "--", ...PATHS);
  return new Map(
    out
      .trimEnd()
      .split("\n")
      .map((line): [string, string] => {
        const [path = "", , value = ""] = line.split(": ");
        return [path, value];
      }),
  );
}

function ask(files: Readonly<Record<string, string>>): Map<string, string> {
  const parsed = Object.entries(files)
    .toSorted(([one], [other]) => one.length - other.length)
    .map(([path, text]) => parseAttributeFile(path.replace(/\/?\.gitattributes$/, ""), text));
  return new Map(
    PATHS.map((path) => {
      const value = attributeOf(parsed, path, "linguist-generated");
      const word = { true: "set", false: "unset", null: "unspecified" }[String(value)];
      return [path, typeof value === "string" ? value : (word ?? "")];
    }),
  );
}

it.each(PATTERNS)("reads the pattern %s like git", (pattern) => {
  const files = { ".gitattributes": `${pattern} linguist-generated\n` };
  expect(ask(files)).toEqual(askGit(files));
});

it("reads lines, folders and macros in git's order", () => {
  const seen = new Set<string>();
  for (let at = 0; at < 60; at += 1) {
    const line = (step: number) =>
      `${PATTERNS[(at * 7 + step * 11) % PATTERNS.length]} ${STATES[(at + step) % STATES.length]}`;
    const files = {
      ".gitattributes": `[attr]ours linguist-generated=yes\n# note\n${line(1)}\n${line(2)}\n`,
      "lib/.gitattributes": `${line(3)}\r\n  ${line(4)}\n`,
      "a/.gitattributes": `[attr]ours -linguist-generated\n${line(5)}`,
    };
    const answer = ask(files);
    for (const value of answer.values()) seen.add(value);
    expect({ files, answer }).toEqual({ files, answer: askGit(files) });
  }
  expect([...seen].toSorted()).toEqual(["false", "set", "true", "unset", "unspecified", "yes"]);
});
