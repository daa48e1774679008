import { loadPolicy } from "@countersign/core";
import { expect, it } from "vitest";
import { type BuiltinCheck, runBuiltin } from "./builtin/builtin.ts";
import { openPlainRepository } from "./testing/plain-repository.ts";

/** Put together so that this file has neither. */
const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
const OPEN_WORK = ["// TO", "DO later\n"].join("");
const HIDDEN = "good\u{202e}live\n";

async function severities(id: BuiltinCheck, text: string): Promise<Record<string, string>> {
  const loaded = loadPolicy({ gate: { fixtures: ["samples/**"] } });
  if (!loaded.ok) throw new Error("The policy is refused");
  const repository = await openPlainRepository();
  try {
    await repository.commit({ "a.txt": "a\n" });
    await repository.commit({ "src/a.ts": text, "samples/a.ts": text });
    const { mirror } = repository;
    const content = await repository.content();
    const result = await runBuiltin(id, { mirror, content, policy: loaded.policy });
    if ("noResult" in result) throw new Error(result.noResult);
    return Object.fromEntries(result.findings.map(({ file = "", severity }) => [file, severity]));
  } finally {
    await repository.remove();
  }
}

it.each<[BuiltinCheck, string, string]>([
  ["leftovers", OPEN_WORK, "warning"],
  ["integrity", HIDDEN, "critical"],
])("what %s finds in the lines of a sample is information", async (id, text, elsewhere) => {
  expect(await severities(id, text)).toEqual({ "src/a.ts": elsewhere, "samples/a.ts": "info" });
});

it("a credential counts in samples, too", async () => {
  const found = await severities("secrets", `export const key = "${KEY}";\n`);
  expect(found).toEqual({ "src/a.ts": "critical", "samples/a.ts": "critical" });
});

it("a pattern that is none is refused with its place", () => {
  const loaded = loadPolicy({ gate: { fixtures: ["samples/[a"] } });
  expect(loaded).toMatchObject({ ok: false, problems: [{ path: "gate.fixtures[0]" }] });
});
