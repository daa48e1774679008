import { describe, expect, it } from "vitest";
import { alternate, growth } from "./growth.ts";

describe("the growth with the history", () => {
  it("is the figure of the large history divided by that of the small one", () => {
    expect(growth([8, 12])).toEqual({ small: 8, large: 12, ratio: 1.5 });
  });

  it("is measured in turns that begin with either history, and adds up all slices", async () => {
    const order: string[] = [];
    const slice = (name: string, ms: number) => async () => {
      order.push(name);
      return { took: [ms, ms], pages: ms * 10 };
    };

    const measured = await alternate(2, slice("small", 1), slice("large", 2));

    expect(order.join(" ")).toBe("small large large small");
    expect(measured).toEqual([
      { took: [1, 1, 1, 1], pages: 20 },
      { took: [2, 2, 2, 2], pages: 40 },
    ]);
  });
});
