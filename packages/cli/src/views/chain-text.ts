import type { RoundView, TaskView } from "@countersign/api";
import { columns } from "../output/columns.ts";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";

/** One layer of a chain: who answers it and how it stands. */
export type ChainStep = {
  layer: string;
  status: "later" | "waiting" | "objected" | "satisfied" | "skipped" | "unknown";
  who: string[];
  verdicts: { by: string; opinion: string }[];
  because: string | null;
};

/** The chain in its order, then what else was required. Several may be one requirement; a skipped one says why. */
export function chainSteps({ plan, requirements }: RoundView): ChainStep[] {
  const chain: readonly string[] = plan?.chain ?? [];
  const added = requirements.flatMap(({ layers }) => layers).filter((one) => !chain.includes(one));
  return [...chain, ...new Set<string>(added)].map((layer) => {
    const skipped = plan?.skipped.find((one) => one.layer === layer);
    if (skipped !== undefined) {
      return { layer, status: "skipped", who: [], verdicts: [], because: skipped.reason };
    }
    const found = requirements.find(({ layers }) => layers.some((name) => name === layer));
    return {
      layer,
      status: found?.status ?? "unknown",
      who: [...(found?.who ?? [])],
      verdicts: (found?.verdicts ?? []).map(({ by, opinion }) => ({ by, opinion })),
      because: found?.because[0]?.fact ?? null,
    };
  });
}

const SIGNS = {
  satisfied: ["good", "done"],
  objected: ["bad", "objected"],
  waiting: ["warn", "waiting"],
  later: ["faint", "later"],
  skipped: ["faint", "skipped"],
  unknown: ["faint", "-"],
} as const;

export function chainText(task: TaskView, steps: readonly ChainStep[], style: Style): string {
  const head = `${style.paint("strong", task.id)}  ${displayShort(task.title, Math.max(20, style.width - task.id.length - 2), style)}`;
  if (steps.length === 0)
    return `${head}\n\nNo chain yet: it is made when work was handed in and read.`;
  const rows = steps.map(({ layer, status, who, verdicts, because }, index) => {
    const [paint, sign] = SIGNS[status];
    const said = verdicts.map(({ by, opinion }) => `${display(by)}: ${opinion}`).join(", ");
    return [
      `  ${index + 1}`,
      display(layer),
      style.paint(paint, sign),
      who.map((name) => display(name)).join(", ") || "-",
      said === "" && because !== null
        ? style.paint("faint", displayShort(because, 60, style))
        : said,
    ];
  });
  return `${head}\n\n${columns(rows)}`;
}
