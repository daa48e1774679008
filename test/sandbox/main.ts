import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";
import { notShown, problemOf, tryEscapes } from "./try-escapes.ts";

/** `npm run test:sandbox`: tries every escape on this machine and prints what came of it. */
const sandbox = await createSandboxedProcessRunner().sandbox();
if (sandbox.kind === "none") {
  process.stderr.write(`There is no sandbox: ${sandbox.why}\n${sandbox.install}\n`);
  process.exit(1);
}
const results = await tryEscapes();
for (const result of results) {
  const { tried, inside, outside } = result;
  const within = inside ? "ESCAPED" : "refused";
  const without =
    outside === null ? `not shown: ${notShown(tried)}` : outside ? "succeeds" : "fails";
  process.stdout.write(`${within}  ${tried.area}: ${tried.name} (without: ${without})\n`);
}
const problems = results.filter((result) => problemOf(result) !== null);
const shown = results.filter(({ outside }) => outside === true).length;
process.stdout.write(
  `${sandbox.kind} ${sandbox.version}: ${results.length} escapes, ${results.filter(({ inside }) => inside).length} succeeded; ${shown} succeed without it\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
