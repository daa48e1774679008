import { SAMPLES } from "../tour/sample-tasks.ts";

const TASKS = 10_000;
const LINES = 40_000;

/** Ten thousand tasks, the first of them with a change of forty thousand lines. */
export function largeSamples() {
  const [first = fail()] = SAMPLES;
  const small = SAMPLES.slice(1);
  const lines = Array.from({ length: LINES }, (_, at) => `+export const value${at} = ${at};`);
  const patch = `diff --git a/src/big.ts b/src/big.ts\nnew file mode 100644\n@@ -0,0 +1,${LINES} @@\n${lines.join("\n")}\n`;
  const large = { ...first, files: [{ path: "src/big.ts", patch }, ...first.files] };
  const rest = Array.from({ length: TASKS - 1 }, (_, at) => ({
    ...(small[at % small.length] ?? first),
    id: `cs-${String(at).padStart(5, "0")}`,
    title: `Task number ${at} of many`,
  }));
  return [large, ...rest];
}

function fail(): never {
  throw new Error("There is no sample");
}
