import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("readme.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit", "--agents", "none"]);
});
afterAll(async () => {
  await stage.bench.close();
});

describe("a merge that waits for the person's checkout", () => {
  it("is told with path, files and the command in inbox, status, doctor and task show", async () => {
    const { bench } = stage;
    const person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    const task = await stage.submit("agent/work", "readme.md", "# Better\n");
    await bench.git("switch", "--quiet", "main");
    await bench.write("readme.md", "# Mine\n");
    await stage.until(task, ({ turn }) => turn.holder === "person");
    const { round } = await stage.json(["task", "show", task]);
    const shown = ["--round", "1", "--tree", round.content.tree];
    await stage.json(["approve", task, ...shown], person);
    await stage.until(task, ({ state, turn }) => state === "approved" && turn.holder === "person");

    const help = /readme\.md\. Stash them, and the merge goes on:\s+git -C \S+ stash push/;
    for (const args of [["inbox"], ["status"], ["task", "show", task]]) {
      const { out } = await stage.run(args, person);
      expect(out.replaceAll(/\s+/g, " "), args.join(" ")).toMatch(help);
    }
    const doctor = await stage.run(["doctor"], person);
    expect(doctor.code).toBe(1);
    expect(doctor.out.replaceAll(/\s+/g, " ")).toMatch(help);
    expect((await stage.run(["inbox"], person)).out).toContain(
      "Approved, and the merge waits for you",
    );

    for (const args of [["inbox"], ["inbox", "--section", "merge"]]) {
      const listed = await stage.json(args, person);
      expect(listed, args.join(" ")).toMatchObject([{ task, state: "approved", section: "yours" }]);
    }

    await bench.git("checkout", "--quiet", "--", "readme.md");
    await stage.until(task, ({ state }) => state === "done");
    expect((await stage.run(["inbox"], person)).out).not.toContain("Not merged yet");
  });
});
