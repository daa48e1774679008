import fc from "fast-check";
import { applyEdits, format, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { times } from "../../testing/times.ts";
import type { JsonAddition } from "./edit.ts";
import { addToJson, removeFromJson } from "./json-edit.ts";

const HOOK: JsonAddition = {
  adds: "hook",
  event: "Stop",
  matcher: null,
  command: "/node /main.mjs hook claude-code stop",
  ending: " hook claude-code stop",
  timeout: 5,
};
const SERVER: JsonAddition = {
  adds: "value",
  at: ["mcpServers", "countersign"],
  value: { command: "/node", args: ["/main.mjs", "mcp", "--agent", "codex"] },
};
const RUNS = times(400, 40);
const ADDITIONS = [HOOK, SERVER];

const others = fc.array(
  fc.record({ hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() })) }),
  { maxLength: 3 },
);
const settings = fc
  .record(
    {
      model: fc.string(),
      hooks: fc.record({ Stop: others, SessionEnd: others }, { requiredKeys: [] }),
      mcpServers: fc.dictionary(fc.constantFrom("a", "b"), fc.record({ command: fc.string() })),
      rest: fc.json().map((text) => JSON.parse(text)),
    },
    { requiredKeys: [] },
  )
  .filter((value) => !JSON.stringify(value).includes("__proto__"));
const forms = fc.record({
  insertSpaces: fc.boolean(),
  tabSize: fc.constantFrom(2, 3, 4),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  ends: fc.boolean(),
  comment: fc.boolean(),
});

/** A settings file as some editor would leave it. */
function written(value: unknown, form: typeof forms extends fc.Arbitrary<infer T> ? T : never) {
  const { mark, ends, comment, eol } = form;
  const plain = JSON.stringify(value);
  const body = applyEdits(plain, format(plain, undefined, form));
  return `${mark}${comment ? `// kept${eol}` : ""}${body}${ends ? eol : ""}`;
}

describe("addToJson", () => {
  it("adds exactly what it should to any settings, changes no other line, and can be taken out", () => {
    let edited = 0;
    fc.assert(
      fc.property(settings, forms, (value, form) => {
        const before = written(value, form);
        const added = addToJson(before, ADDITIONS, "settings.json");
        if ("left" in added) throw new Error(added.left);
        edited += 1;
        const now = parse(added.text.replace("\uFEFF", ""));
        expect(now.mcpServers).toEqual({ ...value.mcpServers, countersign: SERVER.value });
        expect(now.hooks.Stop).toEqual([
          ...(value.hooks?.Stop ?? []),
          { hooks: [{ type: "command", command: HOOK.command, timeout: 5 }] },
        ]);
        for (const line of before.split(/[\r\n]+/)) {
          expect(added.text).toContain(line.replace(/[,\s]*$/, "").replace(/[[{]?[\]}]*$/, ""));
        }
        expect(added.text.includes("\r\n")).toBe(form.eol === "\r\n" && before.includes("\r\n"));
        expect(addToJson(added.text, ADDITIONS, "settings.json")).toEqual(added);
        const rest = removeFromJson(added.text, ADDITIONS, { before, name: "settings.json" });
        expect(parse(rest.replace("\uFEFF", ""))).toEqual(parse(before.replace("\uFEFF", "")));
      }),
      { numRuns: RUNS },
    );
    expect(edited).toBe(RUNS);
  });
});
