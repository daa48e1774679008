import type { TaskView } from "@countersign/api";
import { afterEach, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import type { Model } from "../../model/model.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { currentLayout } from "./current-layout.ts";
import { currentItem, keepCursor } from "./keep-cursor.ts";

let lab: Lab;
afterEach(() => lab.close());

/** The finding is about the file that is last by name and first by what was found. */
const about = (view: TaskView): TaskView => ({
  ...view,
  findings: view.findings.map((finding) => ({ ...finding, file: "tests/auth.test.ts", line: 1 })),
});

const withFinding = (engine: EnginePort): EnginePort => ({
  ...engine,
  showTask: async (asked) => {
    const view = await engine.showTask(asked);
    return view.id === "ch-abc1" ? about(view) : view;
  },
});

function pathHere(model: Model): string | undefined {
  return currentLayout(model)?.files[currentItem(model)?.file ?? -1]?.path;
}

it("the cursor stays in its file when a dismissal changes the order of files", async () => {
  lab = await openLab({ engine: withFinding });
  await lab.press("R", "1", "D", "}");
  const before = lab.model();
  expect(pathHere(before)).toBe("tests/auth.test.ts");

  const view = before.data.views.get("ch-abc1");
  if (view === undefined) throw new Error("no task");
  const dismissed = { is: "dismissed", by: "ana", reason: "fine" } as const;
  const findings = view.findings.map((finding) => ({ ...finding, disposition: dismissed }));
  const views = new Map([...before.data.views, ["ch-abc1", { ...view, findings }]]);
  const after = keepCursor({ ...before, data: { ...before.data, views } }, before);

  expect(pathHere(after)).toBe("tests/auth.test.ts");
});
