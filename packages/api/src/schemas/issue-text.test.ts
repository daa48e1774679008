import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueText } from "./issue-text.ts";

const Body = z.strictObject({
  base: z.string().regex(/^[0-9a-f]{40}$/),
  work: z.strictObject({ title: z.string().max(5) }).optional(),
  mode: z.enum(["batch", "auto"]).optional(),
  labels: z.array(z.string()).max(1).optional(),
  formerTask: z.string().optional(),
});
const base = "b".repeat(40);

describe("the text of an invalid request", () => {
  it.each([
    [{ base: "x" }, "The base commit is not valid."],
    [{}, "The base commit is missing."],
    [{ base, work: { title: "too long" } }, "The title must be at most 5 characters long."],
    [{ base, mode: "never" }, "The mode must be batch or auto."],
    [{ base, labels: ["a", "b"] }, "The labels must be at most 1 item long."],
    [{ base, formerTask: 7 }, "The former task must be a string."],
    [{ base, extra: 1 }, "The request has an unknown field: extra."],
    ["text", "The request must be an object."],
  ])("of %j names the field without patterns or paths", (body, text) => {
    expect(issueText(Body.safeParse(body).error?.issues ?? [])).toBe(text);
  });
});
