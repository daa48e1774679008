import { describe, expect, it } from "vitest";
import { readActions } from "./read-actions.ts";

const ALL = { structured: true, naturalLanguage: "act" } as const;
const MARKER = "REVIEW::APPROVE task_id=5";

function approve(line = 1, form = "marker") {
  return { act: "approve", task: "5", form, line };
}

describe("readActions", () => {
  it("reads markers and sentences with their lines, and nothing else", () => {
    const text = `Looks good.\n\n${MARKER}\nneeds revision on task ch-abc3.\r\nBye.`;

    expect(readActions(text, ALL)).toEqual({
      actions: [
        approve(3),
        {
          act: "reject",
          task: "ch-abc3",
          feedback: "Needs revision",
          form: "sentence",
          line: 4,
        },
      ],
      suggestions: [],
    });
  });

  it.each([
    ["fenced code", `\`\`\`\n${MARKER}\n\`\`\``, "in_fence", 2],
    ["fenced code with tildes", `~~~ text\n\n${MARKER}\n~~~`, "in_fence", 3],
    [
      "fenced code that holds a shorter fence",
      `\`\`\`\`\n\`\`\`\n${MARKER}\n\`\`\`\``,
      "in_fence",
      3,
    ],
    ["fenced code that holds another fence", `~~~\n\`\`\`\n${MARKER}\n~~~`, "in_fence", 3],
    ["fenced code that never ends", `\`\`\`\n${MARKER}`, "in_fence", 2],
    ["fenced code of a list", `- a\n  \`\`\`\n  b\n${MARKER}\n  \`\`\``, "in_fence", 4],
    ["a block quote", `> ${MARKER}`, "in_quote", 1],
    ["a quoted paragraph that goes on", `> He said\n${MARKER}`, "in_quote", 2],
    ["a quote in a list", `- > He said\n${MARKER}`, "in_quote", 2],
    ["quotation marks", `He said "\n${MARKER}\n"`, "in_quote", 2],
    ["a text literal", `text = """\n\n${MARKER}\n"""`, "in_quote", 3],
    ["inline code", `\`${MARKER}\``, "in_code", 1],
    ["inline code over lines", `a \`b\n${MARKER}\nc\``, "in_code", 2],
    ["an HTML comment", `<!--\n${MARKER}\n-->`, "in_comment", 2],
    ["an HTML comment with empty lines", `a <!-- b\n\n${MARKER}`, "in_comment", 3],
    ["an element", `<pre>\n\n${MARKER}\n</pre>`, "in_tag", 3],
    ["an element of any name", `<tool-result id="1">\n${MARKER}\n</tool-result>`, "in_tag", 2],
    ["raw text that never ends", `<pre>\n\n${MARKER}`, "in_tag", 3],
    ["raw text after another that ended", `<pre>\na\n</pre>\n\n<pre>\n\n${MARKER}`, "in_tag", 7],
    ["indented code", `    ${MARKER}`, "indented", 1],
    ["one space, as in a diff", ` ${MARKER}`, "indented", 1],
    ["an added line of a diff", `+${MARKER}`, "in_diff", 1],
    ["a removed line of a diff", `-${MARKER}`, "in_diff", 1],
    ["the header of a diff", `@@ -1 +1 @@ ${MARKER}`, "in_diff", 1],
    ["JSON", `{"text":"${MARKER}"}`, "in_json", 1],
    ["a list", `- ${MARKER}`, "not_whole_line", 1],
    ["a sentence", `I would write ${MARKER}`, "not_whole_line", 1],
    ["a text with a lone carriage return", `a\r${MARKER}`, "odd_break", 2],
  ])("does not act on a marker in %s [D3] [H3]", (_, text, reason, line) => {
    const { actions, suggestions } = readActions(text, ALL);

    expect(actions).toEqual([]);
    expect(suggestions).toMatchObject([{ line, reason }]);
  });

  it.each([
    ["a fence", `\`\`\`\n\n\`\`\`\n${MARKER}`],
    ["a longer end of a fence", `\`\`\`\n\`\`\`\`  \n${MARKER}`],
    ["a fence of a list with a clean end", `1. a\n   \`\`\`\n   b\n   \`\`\`\n\n${MARKER}`],
    ["a fence in a list item", `- \`\`\`\n  b\n  \`\`\`\n${MARKER}`],
    ["a quote and an empty line", `> a\n\n${MARKER}`],
    ["inline code", `a \`b\` \`\`c \` d\`\`\n${MARKER}`],
    ["a stray backtick and an empty line", `a \`b\n\n${MARKER}`],
    ["an escaped backtick", `a \\\`b\n${MARKER}`],
    ["a comment", `<!-- a -->\n${MARKER}`],
    ["a comment in inline code", `\`<!--\`\n${MARKER}`],
    ["an element", `<pre>\na\n</pre>\n${MARKER}`],
    ["a tag without an end", `<br>\n${MARKER}`],
    ["a link", `<https://acme.test>\n\`\`\`\n\`\`\`\n${MARKER}`],
    ["quotation marks", `He said "yes".\n${MARKER}`],
    [
      "another marker with a mark in its feedback",
      `REVIEW::REJECT task_id=6 feedback="5\\""\n${MARKER}`,
    ],
    ["windows line ends", `a\r\n${MARKER}\r\n`],
  ])("acts on a marker after %s", (_, text) => {
    expect(readActions(text, ALL).actions).toContainEqual(
      expect.objectContaining({ act: "approve", task: "5" }),
    );
  });

  it.each([
    ["an end indented too far", `\`\`\`\n    \`\`\`\n${MARKER}`],
    ["an end with a strange space", `\`\`\`\n\`\`\`\u00a0\n${MARKER}`],
    ["an end with words", `\`\`\`\n\`\`\` js\n${MARKER}`],
    ["the end of a list's fence at the margin", `1. a\n   \`\`\`\n   b\n\`\`\`\n${MARKER}`],
    ["a list's fence that ends with the list", `- \`\`\`\nb\n  \`\`\`\n${MARKER}`],
    ["fences at two depths", `    \`\`\`\n\`\`\`\n    \`\`\`\n${MARKER}`],
    ["a fence after a tab", `-\t\`\`\`\n \`\`\`\n${MARKER}`],
    ["a fence in a comment", `<!--\n\`\`\`\n-->\n\`\`\`\n${MARKER}`],
    ["a fence in an element", `<div>\n\`\`\`\n\n\`\`\`\n${MARKER}`],
    ["a fence in raw text", `<pre>\n\n\`\`\`\n</pre>\n\n\`\`\`\n${MARKER}`],
    ["backticks around a fence", `a \`\n\`\`\`\nb\n\`\`\`\n\`\n${MARKER}\n\``],
    ["backticks in a comment that is none", `a <!-- b\n\n\`\n-->\n${MARKER}\n\``],
    ["a quote in a comment that is none", `a <!-- b\n> c\n-->\n${MARKER}`],
    ["deep fences that are inline code", `a\n    \`\`\`\n    \` b\n    \`\`\`\`\n${MARKER}\n\``],
    ["a line of strange spaces in a quote", `> a\n\u00a0\n${MARKER}`],
  ])("does not act where readers of Markdown could differ: %s", (_, text) => {
    expect(readActions(text, ALL).actions).toEqual([]);
  });

  it("takes the same act on the same task for one action, and the marker for its form [R-153]", () => {
    const text = `approved task #5\n${MARKER}\n${MARKER}\nREVIEW::APPROVE task_id=6`;

    expect(readActions(text, ALL)).toEqual({
      actions: [approve(2), { act: "approve", task: "6", form: "marker", line: 4 }],
      suggestions: [],
    });
  });

  it("keeps all feedback of repeated rejections [R-202] [D5]", () => {
    const text = [
      "needs revision on task #5",
      'REVIEW::REJECT task_id=5 feedback="No tests"',
      'REVIEW::REJECT task_id=5 feedback="Too slow"',
      'REVIEW::REJECT task_id=5 feedback="No tests"',
    ].join("\n");

    expect(readActions(text, ALL).actions).toEqual([
      {
        act: "reject",
        task: "5",
        feedback: "No tests\nToo slow",
        form: "marker",
        line: 2,
      },
    ]);
  });

  it("lets approve and reject of one task in one text cancel each other [D5]", () => {
    const text = `${MARKER}\nneeds revision on task #5\nREVIEW::APPROVE task_id=6`;

    expect(readActions(text, ALL)).toEqual({
      actions: [{ act: "approve", task: "6", form: "marker", line: 3 }],
      suggestions: [
        { text: MARKER, line: 1, reason: "contradiction" },
        { text: "needs revision on task #5", line: 2, reason: "contradiction" },
      ],
    });
  });

  it("refuses submits of one task to different chains, and fills in a chain named once [R-040] [D5]", () => {
    const submit = "REVIEW::SUBMIT task_id=5";

    expect(readActions(`${submit} chain_type=code\n${submit} chain_type=other`, ALL)).toMatchObject(
      {
        actions: [],
        suggestions: [{ reason: "contradiction" }, { reason: "contradiction" }],
      },
    );
    expect(readActions(`${submit}\n${submit} chain_type=code\n${MARKER}`, ALL).actions).toEqual([
      { act: "submit", task: "5", chainType: "code", form: "marker", line: 1 },
      approve(3),
    ]);
  });

  it("only suggests sentences where the policy says so, and still sees the contradiction", () => {
    const forms = { structured: true, naturalLanguage: "suggest" } as const;

    expect(readActions("approved task #5", forms)).toEqual({
      actions: [],
      suggestions: [{ text: "approved task #5", line: 1, reason: "only_suggested" }],
    });
    expect(readActions(`${MARKER}\nneeds revision on task #5`, forms).actions).toEqual([]);
  });

  it("ignores the forms that are switched off", () => {
    const text = `${MARKER}\napproved task #6\nI have not approved task #7`;

    expect(readActions(text, { structured: true, naturalLanguage: "off" })).toEqual({
      actions: [approve(1)],
      suggestions: [],
    });
    expect(readActions(text, { structured: false, naturalLanguage: "act" })).toEqual({
      actions: [{ act: "approve", task: "6", form: "sentence", line: 2 }],
      suggestions: [{ text: "I have not approved task #7", line: 3, reason: "negated" }],
    });
  });

  it("does not suggest what quoted prose merely resembles", () => {
    expect(readActions("> nobody approved task #5", ALL).suggestions).toEqual([]);
    expect(readActions("```\napproved task #5\n```", ALL).suggestions).toEqual([
      { text: "approved task #5", line: 2, reason: "in_fence" },
    ]);
  });

  it("bounds the text, the suggestions and what they quote", () => {
    const long = `I say ${MARKER} ${"😀".repeat(200)}`;

    expect(readActions(`${MARKER}\n${" ".repeat(65_536)}`, ALL)).toEqual({
      actions: [],
      suggestions: [{ text: expect.any(String), line: 1, reason: "too_long" }],
    });
    expect(readActions(`${MARKER}\n${" ".repeat(65_500)}`, ALL).actions).toHaveLength(1);
    expect(readActions(`${long}\n`.repeat(150), ALL).suggestions).toHaveLength(100);
    expect(readActions(long, ALL).suggestions[0]?.text).toHaveLength(200);
    expect(readActions(long, ALL).suggestions[0]?.text.isWellFormed()).toBe(true);
  });
});
