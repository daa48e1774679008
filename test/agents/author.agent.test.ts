import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuthorLab, openAuthorLab } from "./author-lab.ts";
import { AUTHORS, MISSING_AUTHORS } from "./authors.ts";
import type { ModelRequest } from "./model/said.ts";

/** What the model was told, of which a failure must not show all. */
function heardIn(request: ModelRequest | undefined, words: RegExp): readonly string[] {
  return [...new Set(request?.raw.match(words) ?? [])];
}

it.skip.each(MISSING_AUTHORS)("is not installed: %s", () => undefined);

describe.each(AUTHORS)("$name writes code", (author) => {
  let lab: AuthorLab;
  let task: string;
  let worktree: string;
  beforeAll(async () => {
    lab = await openAuthorLab(author);
    task = (await lab.person("task", "add", "Write a greeting")).task;
    worktree = await lab.worktree("greeting");
  });
  afterAll(async () => {
    await lab?.close();
  });
  const path = () => `${worktree}/greeting.txt`;

  it("takes its assignment, hands it in and stops", async () => {
    const { hooks, requests } = await lab.session(worktree, "Do what is assigned to you.", [
      author.call("get_my_assignment", {}),
      author.call("accept_assignment", { assignment_id: task }),
      author.write(path(), "hello"),
      author.call("submit_for_review", { assignment_id: task, summary: "A greeting." }),
      { kind: "text", text: "I handed it in." },
    ]);
    expect(hooks).toEqual(expect.arrayContaining(["session-start", "user-prompt-submit", "stop"]));
    expect(heardIn(requests.at(-1), /task\W+cs-\w+\W+round\W+\d/g)).toHaveLength(1);
    const view = await lab.until(
      task,
      ({ state, turn }) => state === "reviewing" && turn.holder === "person",
    );
    expect(view).toMatchObject({
      authors: [author.id],
      round: { number: 1, summary: "A greeting." },
      findings: [{ file: "greeting.txt", message: "Say please", disposition: { is: "open" } }],
    });
  });

  it("is told at its next start that it came back, answers the finding and submits again", async () => {
    const [finding] = (await lab.person("task", "show", task)).findings;
    await lab.person("redo", task, "--message", "Please be more polite.");
    await lab.until(task, ({ state, grace }) => state === "rework" && grace === null);
    const { requests } = await lab.session(worktree, "Go on.", [
      author.call("get_my_assignment", {}),
      author.call("accept_assignment", { assignment_id: task }),
      author.write(path(), "hello please"),
      author.call("submit_for_review", {
        assignment_id: task,
        summary: "Politer.",
        answers: [{ finding_id: finding.id, status: "fixed", note: "" }],
      }),
      { kind: "text", text: "It is polite now." },
    ]);
    expect(heardIn(requests[0], /countersign: [^"\\<]+ before other work\./g)).toEqual([
      `countersign: ${task} came back to you, round 2, attempt 1 of 3, 1 finding. Call get_my_assignment before other work.`,
    ]);
    expect(heardIn(requests[1], /Please be more polite\./g)).not.toEqual([]);
    expect(heardIn(requests[1], /Say please/g)).not.toEqual([]);
    const view = await lab.until(
      task,
      ({ state, turn, round }) =>
        state === "reviewing" && turn.holder === "person" && round.number === 2,
    );
    expect(view).toMatchObject({
      round: { summary: "Politer." },
      findings: [{ disposition: { is: "fixed" } }],
    });
  });

  it("is approved by the person, and merged", async () => {
    const { to } = await lab.person("diff", task);
    await lab.person("approve", task, "--tree", to);
    await lab.until(task, ({ state }) => state === "done");
    expect(await lab.bench.git("show", "main:greeting.txt")).toBe("hello please");
  });

  it("has work submitted that it left when it stopped", async () => {
    const place = await lab.worktree("note");
    const { hooks } = await lab.session(place, "Write a note", [
      author.write(`${place}/note.txt`, "remember"),
      { kind: "text", text: "I wrote a note." },
    ]);
    expect(hooks).toContain("stop");
    const isNote = ({ title }: { title: string }) => title === "Write a note";
    await expect
      .poll(async () => (await lab.person("task", "list")).filter(isNote).length, {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(1);
    const { task: made } = (await lab.person("task", "list")).find(isNote);
    const view = await lab.until(made, ({ round }) => round !== null);
    expect(view).toMatchObject({
      authors: [author.id],
      round: { number: 1, summary: "I wrote a note." },
    });
    const diff = await lab.person("diff", made);
    expect(diff.files.map(({ path: changed }: { path: string }) => changed)).toEqual(["note.txt"]);
  });

  it("is kept from stopping once, with its next task, and then stops", async () => {
    const { task: first } = await lab.person("task", "add", "Write a poem");
    await lab.person("task", "add", "Write a song");
    const place = await lab.worktree("poem");
    const { hooks, requests } = await lab.session(place, "Do what is assigned to you.", [
      author.call("accept_assignment", { assignment_id: first }),
      author.write(`${place}/poem.txt`, "roses, please"),
      author.call("submit_for_review", { assignment_id: first, summary: "A poem." }),
      { kind: "text", text: "I handed it in." },
    ]);
    expect(hooks.filter((event) => event === "stop")).toHaveLength(2);
    const kept = /countersign: your work is submitted\..*? is offered once\./g;
    expect(requests.map((request) => heardIn(request, kept).length)).toEqual([0, 0, 0, 0, 1]);
  });
});
