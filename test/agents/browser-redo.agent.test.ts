import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, type WebLab } from "../web/open-browser.ts";
import { type AuthorLab, openAuthorLab } from "./author-lab.ts";
import { AUTHORS, MISSING_AUTHORS } from "./authors.ts";

const COMMENT = "Name the function after what it returns.";

it.skip.each(MISSING_AUTHORS)("is not installed: %s", () => undefined);

describe.each(AUTHORS)("$name, whose work a person sends back in the browser", (author) => {
  let lab: AuthorLab;
  let web: WebLab;
  let page: Page;
  let task: string;
  let worktree: string;
  beforeAll(async () => {
    lab = await openAuthorLab(author);
    task = (await lab.person("task", "add", "Write a greeting")).task;
    worktree = await lab.worktree("greeting");
    await lab.session(worktree, "Do what is assigned to you.", [
      author.call("get_my_assignment", {}),
      author.call("accept_assignment", { assignment_id: task }),
      author.write(`${worktree}/greeting.txt`, "hello please"),
      author.call("submit_for_review", { assignment_id: task, summary: "A greeting." }),
      { kind: "text", text: "I handed it in." },
    ]);
    await lab.until(task, ({ turn }) => turn.holder === "person");
    web = await openBrowser(lab.bench);
    page = await web.openPage(`/t/${task}`);
  });
  afterAll(async () => {
    await web?.close();
    await lab?.close();
  });

  it("reads the comment on the line in its next prompt, and submits a second round", async () => {
    await page.getByRole("row").filter({ hasText: "hello please" }).first().click();
    await page.getByRole("button", { name: /^Comment/ }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(COMMENT);
    await page.getByRole("button", { name: /^Add the comment/ }).click();
    await page.getByRole("button", { name: /^Request changes/ }).click();
    await page.getByRole("button", { name: /^Send to/ }).click();
    await lab.until(task, ({ state, grace }) => state === "rework" && grace === null);

    const { requests } = await lab.session(worktree, "Go on.", [
      author.call("get_my_assignment", {}),
      author.call("accept_assignment", { assignment_id: task }),
      author.write(`${worktree}/greeting.txt`, "good morning please"),
      author.call("submit_for_review", { assignment_id: task, summary: "Renamed." }),
      { kind: "text", text: "It is renamed." },
    ]);
    const heard = requests.map(({ raw }) => raw).join("\n");
    expect(heard.includes(COMMENT), "the comment").toBe(true);
    expect(heard.includes("greeting.txt:1"), "its place").toBe(true);
    await lab.until(task, ({ round, turn }) => round.number === 2 && turn.holder === "person");
  });

  it("has the request shown as done to the person", async () => {
    await page.goto(`${web.url}/t/${task}`);
    await page.getByRole("heading", { name: "Since round 1: 1 of 1 request done" }).waitFor();
    await page.getByText(COMMENT).waitFor();
  });
});
