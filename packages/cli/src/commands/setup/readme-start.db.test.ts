import { afterAll, beforeAll, expect, it } from "vitest";
import { findParentAgent } from "../../caller/parent-agent.ts";
import { type Bench, openBench } from "../../testing/bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

it.skipIf(findParentAgent() !== null)(
  "demo, approve @1 and why @1 are about one task, as the README says",
  async () => {
    const type = async (args: string) => {
      const line = `NO_COLOR=1 ${process.execPath} ${bench.program} ${args}`;
      const { code, out } = await bench.type(line);
      expect(code, out).toBe(0);
      return out;
    };
    const [task = ""] = /cs-\w+/.exec(await type("demo")) ?? [];
    expect(await type("approve @1")).toContain(`approved ${task}`);
    expect(await type("why @1")).toContain(task);
  },
);
