import { describe, expect, it } from "vitest";
import { readAgentFile } from "./read-agent-file.ts";

const file = (head: string, body = "Look at every division.\n") => `---\n${head}\n---\n\n${body}`;

describe("readAgentFile", () => {
  it("reads name, description, tools, model and skills; the rest is the instructions", () => {
    const head =
      "name: money-expert\ndescription: Reads what moves money\ntools: Read, Grep\nmodel: sonnet\nskills:\n  - ledger\ncolor: green";

    expect(readAgentFile(file(head))).toEqual({
      name: "money-expert",
      description: "Reads what moves money",
      tools: ["Read", "Grep"],
      model: "sonnet",
      skills: ["ledger"],
      ignored: ["color"],
      body: "Look at every division.",
    });
  });

  it("reads a prompt without front matter", () => {
    expect(readAgentFile("You review money.\n---\nCount twice.\n")).toMatchObject({
      name: null,
      tools: null,
      body: "You review money.\n---\nCount twice.",
    });
  });

  it("reads a description with colons, as Claude Code writes them", () => {
    const said = "Use it after edits. Examples: <example>Context: a change. user: 'x'</example>";
    const read = readAgentFile(file(`name: a\ndescription: ${said}\ntools: Read`));

    expect(read).toMatchObject({ name: "a", description: said, tools: ["Read"] });
  });

  it("keeps line ends of Windows out of the values", () => {
    expect(readAgentFile("---\r\nname: a\r\n---\r\nLook.\r\n")).toMatchObject({
      name: "a",
      body: "Look.",
    });
  });

  it.each([
    ["aliases", file("name: &n a\ndescription: *n"), "anchors, aliases or tags"],
    ["a bomb of aliases", file(bomb()), "anchors, aliases or tags"],
    ["tags", file('name: !!js/function "x"'), "anchors, aliases or tags"],
    ["merged keys", file("base: &b\n  name: a\n<<: *b"), "anchors, aliases or tags"],
    ["a key twice", file("name: a\nname: b"), "not valid YAML"],
    ["a name that is a list", file("name: [a, b]"), "a name that is not a string"],
    ["tools that hold more than words", file("tools:\n  - Read: all"), "items that are not words"],
    ["a key that is no word", file("? [a]\n: b"), "a front matter key that is not a word"],
    ["a list instead of keys", file("- a\n- b"), "not a list of keys and values"],
    ["no YAML", file("name: [a\n b: }"), "not valid YAML"],
    ["front matter without an end", "---\nname: a\nLook.\n", "is not closed"],
    ["no instructions", file("name: a", " \n"), "has no instructions"],
    ["a huge file", `x${"y".repeat(100_000)}`, "is too large"],
    ["a huge front matter", file(`name: ${"a".repeat(10_001)}`), "front matter of"],
    ["too many tools", file(`tools: ${"Read,".repeat(60)}`), "lists 61 tools"],
    ["bytes that are no text", "Look\u0000", "is not a text file"],
  ])("refuses %s", (_, text, why) => {
    expect(() => readAgentFile(text)).toThrow(why);
  });

  it("takes no name from what every object has", () => {
    expect(readAgentFile(file("__proto__: x\nconstructor: y"))).toMatchObject({
      name: null,
      ignored: ["__proto__", "constructor"],
    });
  });
});

/** A small text that stands for a huge one. */
function bomb(): string {
  const lines = Array.from({ length: 8 }, (_, at) =>
    at === 0 ? "a0: &a0 [x, x]" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
  );
  return lines.join("\n");
}
