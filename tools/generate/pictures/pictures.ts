/** A screen of the terminal in the documents. */
export type Picture = {
  readonly name: string;
  /** Title and description, for readers who cannot see the picture. */
  readonly title: string;
  readonly seen: string;
  readonly rows: number;
  /** The keys that lead to the screen from the board, each with a text that then appears. */
  readonly way: readonly (readonly [keys: readonly string[], shown: string])[];
};

export const IMAGES = new URL("../../../docs/img/", import.meta.url);
export const COLUMNS = 120;

/** The moment at which every picture is taken. */
export const MOMENT_MS = Date.UTC(2026, 10, 14, 9, 41, 2);

const REVIEW = [["R"], "REVIEW SUMMARY"] as const;
const FIRST = [["Enter"], "src/auth/logout.ts"] as const;
const FEEDBACK = "The rate limit value (1000) is hardcoded.";

export const PICTURES: readonly Picture[] = [
  {
    name: "board",
    rows: 38,
    title: "The board",
    seen: "Four columns: open, in progress, reviewing, done. Two tasks are open, agents work on two, three are done. Five are in review, each marked as waiting for you, with the results of its checks. Below, why the selected task waits: its chain, gate, change and what its agent said.",
    way: [],
  },
  {
    name: "summary",
    rows: 30,
    title: "The review summary",
    seen: "A table of the five tasks that wait, with quality, mode and how much of each was read. Two can be approved with one key. On the right, why the selected task is not one of them.",
    way: [REVIEW],
  },
  {
    name: "task",
    rows: 32,
    title: "A task in review",
    seen: "On the left the changed files, the results of tests, types, lint and dead code, and what the agent said. On the right why it is your turn, the chain of layers and one finding. Below, the keys that approve, redo, reject and open the change.",
    way: [REVIEW, FIRST],
  },
  {
    name: "diff",
    rows: 32,
    title: "The change, with a finding",
    seen: "A list of four files and the lines of the first. Below its line is a boxed warning of a reviewer, with the condition that satisfies it and the keys that add it to the feedback or dismiss it.",
    way: [REVIEW, FIRST, [["D"], "DIFF"], [["}"], "Satisfied when"]],
  },
  {
    name: "since",
    rows: 34,
    title: "Since your last review",
    seen: "Above, two of your requests and a quick issue with what became of each: one changed, one not done, and one finding that is new. Below, only the lines that came since, marked as read, with the finding in a box.",
    way: [
      REVIEW,
      [["3"], "Rate limiting"],
      [["D"], "SINCE YOUR LAST REVIEW"],
      [["v"], "✓ limiter.ts"],
    ],
  },
  {
    name: "redo",
    rows: 40,
    title: "A redo with feedback",
    seen: "A form with five quick issues of which two are chosen, a text, where to start from and the priority. On the right, word for word what the agent will read.",
    way: [
      REVIEW,
      [["3"], "Rate limiting"],
      [["R"], "REDO WITH FEEDBACK"],
      [["2", "5"], "[✓] 5."],
      [["Tab", ...FEEDBACK], "hardcoded."],
    ],
  },
  {
    name: "why",
    rows: 18,
    title: "Why it is so",
    seen: "Whose turn it is, the findings that the gate counted and what it came to, and what happened so far with times and names.",
    way: [REVIEW, FIRST, [["W"], "What happened"]],
  },
];
