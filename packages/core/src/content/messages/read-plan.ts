/** One task of a plan. */
export type PlannedTask = {
  title: string;
  description: string;
  acceptance: string[];
  priority: "P0" | "P1" | "P2" | null;
  labels: string[];
  /** The line number in the plan, from 1. */
  line: number;
};

type Line = { text: string; line: number; indent: number; inFence: boolean };

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
const BOX = /^[-*+][ \t]+\[([ xX])\][ \t]+(.*)$/;
const BULLET = /^(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const FENCE = /^(?:`{3,}|~{3,})/;
/** `Acceptance criteria:`, `### Accepted when`, `**Done when:**`. */
const CRITERIA =
  /^(?:#{1,6}[ \t]+)?\**(?:acceptance(?: criteria)?|accepted when|done when)\**:?\**$/i;
const NUMBERED = /^task(?:[ \t]+[0-9.]+)?[ \t]*[:.–—-][ \t]*/i;
/** `(P0, security)` at the end of a title. */
const TERMS = /[ \t]*\((P[012])((?:,[^(),]{1,200})*)\)$/;
const MAX_TASKS = 500;

/**
 * Parses the tasks of a Markdown plan.
 *
 * If a plan has unchecked boxes at the start of a line, each box is a task, described by the indented text below
 * it. Otherwise each second-level heading is a task. Criteria are the indented items of a box, or the items below
 * a line such as `Acceptance criteria:`. Checked boxes are done and left out.
 */
export function readPlan(text: string): PlannedTask[] {
  const lines = readLines(text);
  const hasBoxes = lines.some((line) => isPlain(line) && BOX.test(line.text));
  const tasks = hasBoxes ? boxTasks(lines) : headingTasks(lines);
  return tasks.slice(0, MAX_TASKS);
}

function readLines(text: string): Line[] {
  let inFence = false;
  return text.split(/\r?\n/).map((raw, index) => {
    const trimmed = raw.trim();
    const isFence = FENCE.test(trimmed);
    const line = {
      text: trimmed,
      line: index + 1,
      indent: raw.length - raw.trimStart().length,
      inFence: inFence || isFence,
    };
    if (isFence) inFence = !inFence;
    return line;
  });
}

function isPlain({ indent, inFence }: Line): boolean {
  return indent === 0 && !inFence;
}

function boxTasks(lines: readonly Line[]): PlannedTask[] {
  return sections(lines, (line) => isPlain(line) && BOX.test(line.text)).flatMap(([head, body]) => {
    const [, mark, title = ""] = BOX.exec(head.text) ?? [];
    if (mark !== " " || title.trim() === "") return [];
    const end = body.findIndex((line) => isPlain(line) && line.text !== "");
    const own = end === -1 ? body : body.slice(0, end);
    return [taskOf(head, title, own, (line) => !line.inFence && BULLET.test(line.text))];
  });
}

function headingTasks(lines: readonly Line[]): PlannedTask[] {
  const isHead = (line: Line) => isPlain(line) && /^#{1,2}[ \t]/.test(line.text);
  return sections(lines, isHead).flatMap(([head, body]) => {
    const [, marks, title = ""] = HEADING.exec(head.text) ?? [];
    if (marks !== "##" || title === "") return [];
    return [taskOf(head, title.replace(NUMBERED, ""), body, () => false)];
  });
}

/** Returns each starting line with the lines up to the next one. */
function sections(
  lines: readonly Line[],
  begins: (line: Line) => boolean,
): (readonly [Line, Line[]])[] {
  const found: (readonly [Line, Line[]])[] = [];
  for (const line of lines) {
    if (begins(line)) found.push([line, []]);
    else found.at(-1)?.[1].push(line);
  }
  return found;
}

function taskOf(
  { line }: Line,
  title: string,
  body: readonly Line[],
  isCriterion: (line: Line) => boolean,
): PlannedTask {
  const marked = markCriteria(body);
  const isItem = (one: Line, at: number) => marked[at] === "item" || isCriterion(one);
  const items = body.filter(isItem).map(({ text }) => BULLET.exec(text)?.[1]?.trim() ?? "");
  const rest = body.filter((one, at) => marked[at] !== "title" && !isItem(one, at));
  const acceptance = items.filter((item) => item !== "");
  return { ...readTitle(title), description: textOf(rest), acceptance, line };
}

/** Marks the lines that are the title of a list of criteria, and its items up to the next text. */
function markCriteria(body: readonly Line[]): ("title" | "item" | "other")[] {
  let inCriteria = false;
  return body.map(({ text, inFence }) => {
    const isTitle = !inFence && CRITERIA.test(text);
    const isItem = !inFence && BULLET.test(text);
    inCriteria = isTitle || (inCriteria && (isItem || text === ""));
    if (isTitle) return "title";
    return inCriteria && isItem ? "item" : "other";
  });
}

function readTitle(text: string): Pick<PlannedTask, "title" | "priority" | "labels"> {
  const [terms = "", priority, labels = ""] = TERMS.exec(text) ?? [];
  const title = text.slice(0, text.length - terms.length).trim();
  const names = labels.split(",").map((label) => label.trim());
  return {
    title,
    priority: priority === "P0" || priority === "P1" || priority === "P2" ? priority : null,
    labels: names.filter((label) => label !== ""),
  };
}

/** Removes the common indentation of the lines. */
function textOf(lines: readonly Line[]): string {
  const filled = lines.filter(({ text }) => text !== "");
  const indent = Math.min(...filled.map((line) => line.indent));
  return lines
    .map(({ text, indent: own }) => (text === "" ? "" : " ".repeat(own - indent) + text))
    .join("\n")
    .trim();
}
