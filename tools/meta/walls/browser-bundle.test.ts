import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

it("bundles the review for a browser without any module of Node", async () => {
  const outside: string[] = [];
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../../packages/review/src/index.ts", import.meta.url)),
    platform: "browser",
    external: (id) => {
      const isNode = id.startsWith("node:");
      if (isNode) outside.push(id);
      return isNode || id === "@hono/zod-openapi";
    },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();

  expect(outside).toEqual([]);
  expect(output[0].exports).toContain("parseChange");
  expect(output[0].code).not.toContain("process.env");
});
