import { CountersignError, type Policy, Reviewer, reviewerNameConflict } from "@countersign/core";
import type { AgentSource } from "./agent-source.ts";

export type EntryOptions = {
  /** The reviewer's id; left out: the name that the file gives, or that of the file. */
  name?: string | undefined;
  adapter?: Adapter | undefined;
  model?: string | undefined;
  /** It is asked about changes of these paths alone. */
  paths?: readonly string[] | undefined;
  /** Registers a file that asks for more than reading, without what goes beyond. */
  readOnly: boolean;
};

export const ADAPTERS = ["claude", "codex", "gemini", "opencode", "acp", "model", "http"] as const;
type Adapter = (typeof ADAPTERS)[number];

/** An entry of `reviewers` as it is written into the policy, and what was left out of the file. */
export type NewReviewer = { entry: Record<string, unknown>; reviewer: Reviewer; notes: string[] };

const FAMILIES: Readonly<Record<string, string>> = {
  claude: "claude",
  codex: "gpt",
  gemini: "gemini",
};

/** Makes the policy's entry for the file of an agent. */
export function reviewerEntry(
  source: AgentSource,
  policy: Policy,
  options: EntryOptions,
): NewReviewer {
  const id = options.name ?? source.name ?? source.fileName.replaceAll(/[^\w.@+-]+/g, "-");
  requireName(id, policy);
  const adapter = options.adapter ?? usualAdapter(policy);
  const { model, modelNote } = modelFor(source, adapter, options);
  const tools = toolsFor(source, options);
  const family = FAMILIES[adapter];
  const skills = [...source.skillFiles.values()].map((file) => ({ file }));
  const { inRepository, body } = source;
  const entry = {
    id,
    name: titleOf(id),
    kind: "agent",
    adapter,
    ...(model === null ? {} : { model }),
    ...(family === undefined ? {} : { modelFamily: family }),
    ...(tools === null ? {} : { tools }),
    when: options.paths === undefined ? "always" : { paths: options.paths },
    instructions: inRepository === null ? body : { file: inRepository },
    ...(skills.length === 0 ? {} : { skills }),
    description: descriptionOf(source, id),
  };
  const read = Reviewer.safeParse(entry);
  if (!read.success) throw notAnEntry(read.error.issues[0]);
  return { entry, reviewer: read.data, notes: [...modelNote, ...notesOf(source)] };
}

function requireName(id: string, policy: Policy): void {
  const isName = Reviewer.shape.id.safeParse(id).success;
  const conflict = isName
    ? reviewerNameConflict(id, policy)
    : `"${id}" is not a name for a reviewer`;
  if (conflict === null) return;
  throw new CountersignError("invalid_input", conflict, {
    hint: "Choose another name with --name <name>; use letters, digits and . _ @ + -",
  });
}

/** The program that runs the shipped reviewers, where one is chosen; else Claude Code, whose files these are. */
function usualAdapter({ agentReviewers }: Policy): Adapter {
  return agentReviewers === "listed" || agentReviewers === "none" ? "claude" : agentReviewers;
}

const CLAUDE_MODEL = /^(?:sonnet|opus|haiku|claude)/i;

function modelFor(
  { model }: AgentSource,
  adapter: Adapter,
  options: EntryOptions,
): { model: string | null; modelNote: string[] } {
  if (options.model !== undefined) return { model: options.model, modelNote: [] };
  if (model === null || model === "inherit") return { model: null, modelNote: [] };
  if (adapter === "claude" || !CLAUDE_MODEL.test(model)) return { model, modelNote: [] };
  return {
    model: null,
    modelNote: [`The model ${model} is left out: ${adapter} does not have it.`],
  };
}

const READING = ["Read", "Grep", "Glob"];
/** Tools that only look, which reviewers are not given because the three above do the same. */
const LOOKING = ["LS", "NotebookRead"];

/** The reading tools that a file names; null for the usual ones. */
function toolsFor({ tools }: AgentSource, { readOnly }: EntryOptions): string[] | null {
  if (tools === null) return null;
  const beyond = tools.filter((tool) => ![...READING, ...LOOKING].includes(tool));
  if (beyond.length > 0 && !readOnly)
    throw new CountersignError(
      "invalid_input",
      `The file requests ${beyond.join(", ")}, but a reviewer may only read`,
      { hint: "Add it with Read, Grep and Glob only: --read-only" },
    );
  const reading = READING.filter((tool) => tools.includes(tool));
  return reading.length === 0 || reading.length === READING.length ? null : reading;
}

const MAX_DESCRIPTION = 500;

/** The first paragraph: examples for the program that chooses agents are of no use to a reviewer. */
function descriptionOf({ description, inRepository }: AgentSource, id: string): string {
  if (description === null) return `Reviews as ${inRepository ?? id} says`;
  const [first = ""] = description.split(/\\n|\n\s*\n|<example>/);
  const text = first.replaceAll(/\s+/g, " ").trim();
  if (text === "") return `Reviews as ${inRepository ?? id} says`;
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`;
}

function titleOf(id: string): string {
  const words = id.split(/[-_.]+/).filter((word) => word !== "");
  const text = words.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function notesOf({ skills, skillFiles, ignored }: AgentSource): string[] {
  const missing = skills.filter((skill) => !skillFiles.has(skill));
  return [
    ...missing.map(
      (skill) =>
        `The skill ${skill} is left out: there is no .claude/skills/${skill}/SKILL.md here.`,
    ),
    ...(ignored.length === 0 ? [] : [`Left out of its front matter: ${ignored.join(", ")}.`]),
  ];
}

function notAnEntry(issue: { path: PropertyKey[]; message: string } | undefined): CountersignError {
  const key = issue?.path.map(String).join(".") ?? "";
  return new CountersignError("invalid_input", `${key}: ${issue?.message ?? "it is not valid"}`, {
    hint: "Nothing was written",
  });
}
