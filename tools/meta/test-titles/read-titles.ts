import type { CallExpression, Expression } from "oxc-parser";
import { parseSource, visitTree } from "../syntax-tree.ts";

/** Replaces an expression in a title. */
const EXPRESSION = "…";

const SUITES = new Set(["describe"]);
const TESTS = new Set(["it", "test"]);

/**
 * Lists the titles of all tests of a source, each after the titles of its suites. Leaves out
 * expressions, so that renaming a variable changes no title.
 */
export function readTitles(path: string, text: string): string[] {
  const titles: string[] = [];
  const suites: string[] = [];
  visitTree(parseSource(path, text).program, {
    CallExpression(call) {
      const title = titleOf(call, text);
      if (title === null) return;
      if (title.isSuite) suites.push(title.text);
      else titles.push([...suites, title.text].join(" > "));
    },
    "CallExpression:exit"(call) {
      if (titleOf(call, text)?.isSuite === true) suites.pop();
    },
  });
  return titles;
}

function titleOf(call: CallExpression, source: string): { text: string; isSuite: boolean } | null {
  const name = functionName(call.callee);
  const [title, body] = call.arguments;
  if (name === null || title === undefined || body === undefined) return null;
  const isSuite = SUITES.has(name);
  if (!isSuite && !TESTS.has(name)) return null;
  if (title.type === "Literal") return { text: String(title.value), isSuite };
  if (title.type === "TemplateLiteral") {
    return { text: title.quasis.map(({ value }) => value.cooked).join(EXPRESSION), isSuite };
  }
  return { text: source.slice(title.start, title.end), isSuite };
}

/** Returns `it` for `it`, `it.skipIf(…)` and `it.each(…)`. */
function functionName(callee: Expression): string | null {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") return functionName(callee.object);
  if (callee.type === "CallExpression" || callee.type === "TaggedTemplateExpression") {
    return functionName(callee.type === "CallExpression" ? callee.callee : callee.tag);
  }
  return null;
}
