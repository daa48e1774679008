import { readFileSync } from "node:fs";
import { taggedTests } from "./check-register.ts";
import { findTests, isSurfaceTest } from "./find-tests.ts";
import { readRegister } from "./read-register.ts";

/** Prints every entry of the register with its tests; tests through a surface are marked with an asterisk. */
const wanted = process.argv.slice(2);
const tests = findTests();
const page = readFileSync(new URL("../../../docs/requirements.md", import.meta.url), "utf8");
for (const { id, text, reason } of readRegister(page)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const proofs = taggedTests(id, tests).map((test) => {
    return `  ${isSurfaceTest(test) ? "*" : " "} ${test.file} › ${test.title}\n`;
  });
  const why = reason === null ? "" : `    no test yet: ${reason}\n`;
  process.stdout.write(`${id} ${text}\n${proofs.join("")}${why}`);
}
