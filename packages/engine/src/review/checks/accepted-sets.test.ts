import { describe, expect, it } from "vitest";
import { acceptedSets } from "./accepted-sets.ts";

const listed = (file: string) => ({ file, key: null, does: "", checks: ["test"] });
const named = (file: string) => ({ ...listed(file), mayBeProgram: true as const });

const sets = (...changes: Parameters<typeof acceptedSets>[0]) =>
  acceptedSets(changes).map((set) => set.map(({ file }) => file).join(" "));

describe("acceptedSets", () => {
  it("lays all files over at once where each is a judge file by its name", () => {
    expect(sets(listed("Makefile"), listed(".npmrc"))).toEqual(["Makefile .npmrc"]);
  });

  it("tries also without what may be the program under test", () => {
    expect(sets(listed("Makefile"), named("sum.sh"))).toEqual(["Makefile sum.sh", "Makefile"]);
  });

  it("tries each of several files that may be the program", () => {
    expect(sets(named("sum.sh"), named("run.sh"))).toEqual(["sum.sh run.sh", "sum.sh", "run.sh"]);
    expect(sets(listed("Makefile"), named("a"), named("b"))).toEqual([
      "Makefile a b",
      "Makefile",
      "Makefile a",
      "Makefile b",
    ]);
  });

  it("does not try each of many", () => {
    const many = ["a", "b", "c", "d"].map(named);

    expect(sets(...many)).toEqual(["a b c d"]);
    expect(sets(named("a"))).toEqual(["a"]);
  });
});
