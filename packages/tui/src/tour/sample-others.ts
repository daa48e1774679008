import { changedFile } from "./sample-patch.ts";
import { SAMPLES, type Sample } from "./sample-tasks.ts";

const [, , , plain = fail()] = SAMPLES;

function fail(): never {
  throw new Error("There is no sample");
}

type Other = Pick<Sample, "id" | "title" | "agent" | "priority"> & {
  readonly state: NonNullable<Sample["state"]>;
};

/** Tasks that wait for other actors, so the tour's board looks realistic. */
const OTHERS: readonly Other[] = [
  { id: "ch-abb2", title: "Mend README typo", agent: "agent-2", priority: "P2", state: "done" },
  { id: "ch-abb5", title: "Landing page copy", agent: "agent-3", priority: "P2", state: "done" },
  { id: "ch-abb7", title: "Cart totals in cents", agent: "agent-1", priority: "P1", state: "done" },
  { id: "ch-abd1", title: "Document webhooks", agent: "agent-2", priority: "P2", state: "open" },
  { id: "ch-abd2", title: "Drop the old flag", agent: "agent-2", priority: "P2", state: "open" },
  {
    id: "ch-abd3",
    title: "Idempotency keys",
    agent: "agent-1",
    priority: "P0",
    state: "in_progress",
  },
  {
    id: "ch-abd4",
    title: "Retry policy",
    agent: "agent-3",
    priority: "P1",
    state: "in_progress",
  },
];

const README = [" # Shop", " ", "-Run `npm isntall`.", "+Run `npm install`.", " "];

/** All sample tasks: the oldest first, waiting ones last. */
export const TOUR_SAMPLES: readonly Sample[] = [
  ...OTHERS.map((other) => ({
    ...plain,
    ...other,
    labels: [],
    message: "Done as asked",
    files: [changedFile("README.md", README)],
  })),
  ...SAMPLES,
];
