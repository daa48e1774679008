import { describe, expect, it } from "vitest";
import { isGeneratedPath } from "./is-generated-path.ts";

describe("isGeneratedPath", () => {
  it.each([
    "package-lock.json",
    "apps/web/pnpm-lock.yaml",
    "yarn.lock",
    "Cargo.lock",
    "go.sum",
    "Gemfile.lock",
    "poetry.lock",
    "uv.lock",
    "dist/index.js",
    "packages/a/dist/index.d.ts",
    "vendor/github.com/x/y.go",
    "public/app.min.js",
    "public/app.min.css",
    "public/app.js.map",
    "src/__snapshots__/a.txt",
    "src/a.test.ts.snap",
    "api/types.generated.ts",
    "api/money.pb.go",
    "api/money_pb2.py",
    "lib/model.g.dart",
  ])("knows %s as generated", (path) => {
    expect(isGeneratedPath(path)).toBe(true);
  });

  it.each([
    "package.json",
    "src/distance/index.ts",
    "src/vendors.ts",
    "src/dist",
    "src/admin.js",
    "src/snap.ts",
    "src/map.ts",
    "src/generated.ts",
    "locks/yarn.lock.ts",
    "node_modules/.bin/vitest",
    "packages/a/node_modules/b/index.js",
  ])("does not take %s for generated", (path) => {
    expect(isGeneratedPath(path)).toBe(false);
  });
});
