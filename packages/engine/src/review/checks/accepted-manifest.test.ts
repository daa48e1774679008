import { describe, expect, it } from "vitest";
import { acceptedManifest } from "./accepted-manifest.ts";

const text = (value: unknown) => JSON.stringify(value);
const merged = (accepted: unknown, own: unknown, keys: string[]): unknown =>
  JSON.parse(acceptedManifest({ accepted: text(accepted), own: text(own) }, keys) ?? "null");

describe("acceptedManifest", () => {
  it("takes scripts from the accepted side and dependencies from the change", () => {
    const accepted = { scripts: { test: "vitest" }, dependencies: { vue: "3.1" } };
    const own = { scripts: { test: "true" }, dependencies: { vue: "3.2" } };

    expect(merged(accepted, own, ["scripts"])).toEqual({
      scripts: { test: "vitest" },
      dependencies: { vue: "3.2" },
    });
  });

  it("removes a key that was not accepted", () => {
    expect(merged({ name: "a" }, { name: "a", jest: { testMatch: [] } }, ["jest"])).toEqual({
      name: "a",
    });
  });

  it("restores a key that the change removed, and single dependencies", () => {
    const accepted = { jest: { bail: true }, devDependencies: { vitest: "3.0.0" } };
    const own = { devDependencies: { vitest: "file:fake", vue: "3.2" } };
    const keys = ["jest", "devDependencies.vitest", "dependencies.vitest"];

    expect(merged(accepted, own, keys)).toEqual({
      jest: { bail: true },
      devDependencies: { vitest: "3.0.0", vue: "3.2" },
    });
    expect(merged(accepted, {}, keys)).toEqual({
      jest: { bail: true },
      devDependencies: { vitest: "3.0.0" },
    });
  });

  it("strips what steers checks from a new manifest", () => {
    const own = text({ name: "a", scripts: { test: "true" }, type: "module" });

    expect(acceptedManifest({ accepted: null, own }, ["scripts", "name"])).toBe(
      '{\n  "type": "module"\n}\n',
    );
  });

  it.each([
    ["the change removed", "{}", null],
    ["cannot be read", "{}", '{"scripts": {}, "scripts": {}}'],
    ["is no object", "{}", "[]"],
    ["was accepted and cannot be read", "{", "{}"],
  ])("leaves alone a manifest that %s", (_, accepted, own) => {
    expect(acceptedManifest({ accepted, own }, ["scripts"])).toBeNull();
  });
});
