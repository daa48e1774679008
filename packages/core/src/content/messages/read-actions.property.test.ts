import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTime } from "../../testing/in-time.ts";
import { times } from "../../testing/scale.ts";
import { readActions } from "./read-actions.ts";

const RUNS = times(100_000);
const FORMS = { structured: true, naturalLanguage: "act" } as const;

function read(text: string) {
  return inTime(100, () => readActions(text, FORMS));
}

/** What a line does, in words; null for nothing. Written without a look at the parser. */
function oracle(line: string): string | null {
  const text = trimSpaces(line);
  return markerOracle(text) ?? sentenceOracle(text);
}

function trimSpaces(line: string): string {
  let text = line;
  while (text.endsWith(" ") || text.endsWith("\t")) text = text.slice(0, -1);
  return text;
}

const OPTIONAL: Readonly<Record<string, string>> = {
  "REVIEW::APPROVE": "",
  "REVIEW::SUBMIT": "chain_type",
  "REVIEW::REJECT": "feedback",
};

/** Takes the feedback out first; what is left must be words with one equals sign each. */
function markerOracle(text: string): string | null {
  if (!text.startsWith("REVIEW::")) return null;
  const quote = text.indexOf(' feedback="');
  const rest = quote < 0 ? "" : afterQuote(text.slice(quote + 11));
  if (rest === null) return null;
  const plain = quote < 0 ? text : `${text.slice(0, quote)} feedback=said${rest}`;

  const [head = "", ...words] = plain.split(" ").filter((word) => word !== "");
  const optional = OPTIONAL[head];
  const names = words.map((word) => word.split("=")[0] ?? "");
  const values = words.map((word) => word.split("=").slice(1).join("="));
  const task = values[names.indexOf("task_id")];
  if (optional === undefined || task === undefined || !values.every(isId)) return null;
  if (new Set(names).size !== names.length) return null;
  if (names.some((name) => name !== "task_id" && name !== optional)) return null;
  if (names.includes("feedback") && quote < 0) return null;
  return `${head.slice(8).toLowerCase()} ${task}`;
}

/** What follows the closing mark; null if nothing closes or an unseen character is between. */
function afterQuote(text: string): string | null {
  let at = 0;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  const isPlain = [..."\0\t\u200b\u202e"].every((char) => !text.slice(0, at).includes(char));
  const rest = text.slice(at + 1);
  const ends = at < text.length && (rest === "" || rest.startsWith(" "));
  return isPlain && ends ? rest : null;
}

function sentenceOracle(text: string): string | null {
  const words = text.split(" ");
  const last = words.pop() ?? "";
  const id = last.endsWith(".") || last.endsWith("!") ? last.slice(0, -1) : last;
  const said = [...words.join(" ")]
    .map((char) => (char < "\x80" ? char.toLowerCase() : char))
    .join("");
  const task =
    id.startsWith("#") && isDigits(id.slice(1)) ? id.slice(1) : isTrackerId(id) ? id : null;
  if (task === null) return null;
  if (said === "needs revision on task") return `reject ${task}`;
  const approvals = [
    "approved task",
    "self-review complete task",
    "self review complete task",
    "self-review complete for task",
    "self review complete for task",
  ];
  return approvals.includes(said) ? `approve ${task}` : null;
}

function isId(text: string): boolean {
  const inner = [...text].every((char) => /[A-Za-z0-9._@+-]/.test(char));
  const edges = isAlnum(text.slice(0, 1)) && isAlnum(text.slice(-1));
  return inner && edges && text.length <= 64;
}

function isTrackerId(text: string): boolean {
  const [prefix = "", rest = "", ...more] = text.split("-");
  const [name = "", ...children] = rest.split(".");
  const childrenFit =
    children.length <= 3 && children.every((part) => isDigits(part) && part.length < 4);
  return (
    more.length === 0 &&
    isAlnum(prefix) &&
    !isDigits(prefix.slice(0, 1)) &&
    isAlnum(name) &&
    childrenFit
  );
}

function isAlnum(text: string): boolean {
  return text !== "" && [...text].every((char) => /[A-Za-z0-9]/.test(char));
}

function isDigits(text: string): boolean {
  return text !== "" && [...text].every((char) => char >= "0" && char <= "9");
}

const id = fc.constantFrom("5", "12", "ch-abc3", "cs-4f2k", "bd-a3.1");
const feedback = fc.constantFrom("No tests", 'Say \\"no\\"', "C:\\\\ a=b", "é", "");
const markerLine = fc.oneof(
  id.map((task) => `REVIEW::APPROVE task_id=${task}`),
  id.map((task) => `REVIEW::SUBMIT task_id=${task} chain_type=code`),
  fc.tuple(id, feedback).map(([task, why]) => `REVIEW::REJECT task_id=${task} feedback="${why}"`),
);
const sentenceLine = fc
  .tuple(
    fc.constantFrom(
      "approved task",
      "Approved task",
      "self-review complete task",
      "Self review complete for task",
      "needs revision on task",
    ),
    id.map((task) => (isDigits(task) ? `#${task}` : task)),
    fc.constantFrom("", ".", "!"),
  )
  .map(([words, task, end]) => `${words} ${task}${end}`);

const scrap = fc.constantFrom(
  ..." \t\"`'\\#>-+~<!=?:;,.\0\u00a0\u200b\u202e".split(""),
  ..."\u0430\u212a\u017f５é5xTa".split(""),
  "not ",
  " task_id=6",
  " force=1",
  ' feedback="x"',
  "REVIEW::",
  "REVIEW::APPROVE task_id=5",
  "approved task #5",
  "dis",
  " if ",
  " and ",
  "> ",
  "- ",
);
const edit = fc.tuple(fc.nat(80), fc.nat(3), scrap);

/** A line of the grammar with up to three edits. */
function edited(lines: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edits = fc.oneof(fc.constant([]), fc.array(edit, { minLength: 1, maxLength: 3 }));
  return fc.tuple(lines, edits).map(([text, changes]) =>
    changes.reduce((line, [place, cut, piece]) => {
      const at = place % (line.length + 1);
      return line.slice(0, at) + piece + line.slice(at + cut);
    }, text),
  );
}

function expectOracle(lines: fc.Arbitrary<string>): void {
  const seen = { acted: 0, ignored: 0 };
  fc.assert(
    fc.property(edited(lines), (line) => {
      const { actions } = read(line);
      const did = actions.map(({ act, task }) => `${act} ${task}`).join();
      if (did !== (oracle(line) ?? "")) throw new Error(`did ${did}, expected ${oracle(line)}`);
      seen[did === "" ? "ignored" : "acted"] += 1;
    }),
    { numRuns: RUNS },
  );

  expect(seen.acted).toBeGreaterThan(RUNS / 4);
  expect(seen.ignored).toBeGreaterThan(RUNS / 4);
}

const filler = fc.constantFrom("", "text", "> q", "- item", "    code", "<b>", "1. a", "a 'b", "#");
const fillers = fc
  .array(filler, { maxLength: 3 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

/** Each shows a line instead of saying it. */
const WRAPPERS: readonly ((line: string, before: string, after: string) => string)[] = [
  (line, before, after) => `\`\`\`\n${before}${line}\n${after}\`\`\``,
  (line, before, after) => `~~~~ js\n${before}~~~\n${line}\n${after}~~~~~`,
  (line, before, after) => `\`\`\`\`md\n\`\`\`\n${before}${line}\n${after}\`\`\`\n\`\`\`\``,
  (line, before) => `\`\`\`\n${before}${line}`,
  (line) => `> ${line}`,
  (line) => `> a\n>\n> b\n${line}`,
  (line) => `- > ${line}`,
  (line) => `    ${line}`,
  (line) => `\t${line}`,
  (line) => `\`${line}\``,
  (line) => `Write \`\`a\n${line}\nb\`\`.`,
  (line, before, after) => `<!--\n${before}${line}\n${after}-->`,
  (line, before, after) => `<pre>\n${before}${line}\n${after}</pre>`,
  (line) => `diff --git a/x b/x\n@@ -1 +1 @@\n-${line}\n+${line}\n ${line}`,
  (line) => JSON.stringify({ text: `\n${line}\n` }),
  (line) => JSON.stringify([line], null, 2),
  (line) => `const text = "${line}";`,
  (line, before, after) => `text = """\n${before}${line}\n${after}"""`,
  (line) => `He wrote: "\n${line}\n"`,
  (line) => `- ${line}`,
  (line) => `| ${line} |`,
  (line) => `**${line}**`,
  (line) => `[${line}](x)`,
];

describe("readActions, fuzzed", () => {
  it("acts on a marker line exactly when the grammar has it", () => {
    expectOracle(markerLine);
  });

  it("acts on a sentence exactly when the grammar has it", () => {
    expectOracle(sentenceLine);
  });

  it("never acts on a line that is quoted, fenced, indented, commented, or part of a diff or JSON [D3] [H3]", () => {
    const used = new Map<number, number>();
    fc.assert(
      fc.property(
        fc.oneof(markerLine, sentenceLine),
        fc.nat(WRAPPERS.length - 1),
        fillers,
        fillers,
        (line, which, before, after) => {
          const wrapped = WRAPPERS[which]?.(line, before, after) ?? "";
          if (read(wrapped).actions.length > 0) throw new Error(`acted on ${wrapped}`);
          if (read(`text\n\n${line}\n\ntext`).actions.length !== 1)
            throw new Error(`ignored ${line}`);
          used.set(which, (used.get(which) ?? 0) + 1);
        },
      ),
      { numRuns: RUNS },
    );

    expect(used.size).toBe(WRAPPERS.length);
    expect(Math.min(...used.values())).toBeGreaterThan(RUNS / WRAPPERS.length / 2);
  });
});
