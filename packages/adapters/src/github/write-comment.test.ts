import { describe, expect, it } from "vitest";
import { isOwnComment, markComment } from "./write-comment.ts";

const BOT = { id: 7, login: "countersign[bot]", type: "Bot" };
const BODY = markComment("Waiting for Ana");

describe("markComment", () => {
  it("puts an invisible mark before the text", () => {
    expect(BODY).toBe("<!-- countersign/gate -->\nWaiting for Ana");
  });

  it("keeps the body within GitHub's maximum, as GitHub stores it", () => {
    expect(markComment("x".repeat(99_999))).toHaveLength(65_536);
    expect(markComment("a\r\nb\n\n")).toBe("<!-- countersign/gate -->\na\nb");
  });
});

describe("isOwnComment", () => {
  it("recognises the comment of our app", () => {
    expect(isOwnComment({ id: 1, body: BODY, user: BOT }, "countersign")).toBe(true);
  });

  it.each([
    ["another app", { body: BODY, user: { ...BOT, login: "other[bot]" } }],
    ["a person with a similar name", { body: BODY, user: { ...BOT, type: "User" } }],
    ["a deleted account", { body: BODY, user: null }],
    ["our app without the mark", { body: "Hello", user: BOT }],
    ["our app that quotes the mark", { body: `> ${BODY}`, user: BOT }],
  ])("does not take a comment of %s for it", (_, comment) => {
    expect(isOwnComment({ id: 1, ...comment }, "countersign")).toBe(false);
  });
});
