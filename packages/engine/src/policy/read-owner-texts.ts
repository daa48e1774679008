import { MAX_OWNER_TEXT, type Problem, resolvePath } from "@countersign/core";
import { splitFrontMatter } from "./front-matter.ts";

type Read = (path: string) => Promise<string | null>;
type Values = Readonly<Record<string, unknown>>;

/** Maximum number of files for the reviewer texts of one policy. */
const MAX_FILES = 60;

/**
 * Reads the files that a configuration names as instructions or skills of its reviewers, and stores their
 * text beside the names.
 *
 * The texts thus become part of the policy: they come from the same commit, and its digest covers them.
 */
export async function readOwnerTexts<Config extends Values>(
  config: Config,
  read: Read,
  problems: Problem[],
): Promise<Config> {
  const { reviewers } = config;
  if (!Array.isArray(reviewers)) return config;
  const texts = new Map<string, Promise<string | Fault>>();
  const fill = async (value: unknown, path: string): Promise<unknown> => {
    if (!isValues(value) || typeof value.file !== "string") return value;
    const { file } = value;
    const known = texts.get(file) ?? readText(file, texts.size, read);
    texts.set(file, known);
    const text = await known;
    if (typeof text === "string") return { file, text };
    problems.push({ path, reason: text.fault });
    return value;
  };
  const filled: unknown[] = [];
  for (const [at, entry] of reviewers.entries()) filled.push(await fillEntry(entry, at, fill));
  return { ...config, reviewers: filled };
}

async function fillEntry(
  entry: unknown,
  at: number,
  fill: (value: unknown, path: string) => Promise<unknown>,
): Promise<unknown> {
  if (!isValues(entry)) return entry;
  const { instructions, skills } = entry;
  const place = `reviewers[${at}]`;
  const own = await fill(instructions, `${place}.instructions`);
  const known = Array.isArray(skills)
    ? await Promise.all(skills.map((skill, i) => fill(skill, `${place}.skills[${i}]`)))
    : skills;
  return {
    ...entry,
    ...(own === undefined ? {} : { instructions: own }),
    ...(known === undefined ? {} : { skills: known }),
  };
}

type Fault = { fault: string };

async function readText(file: string, before: number, read: Read): Promise<string | Fault> {
  if (before >= MAX_FILES) return { fault: `More than ${MAX_FILES} files are named` };
  const path = resolvePath(file);
  if (path === null || path.split("/").includes(".git"))
    return { fault: `${file} is not a file of this repository` };
  const whole = await read(path);
  if (whole === null) return { fault: `There is no file ${file}` };
  const text = splitFrontMatter(whole).body.trim();
  if (text === "") return { fault: `${file} is empty` };
  if (text.length > MAX_OWNER_TEXT)
    return { fault: `${file} is longer than ${MAX_OWNER_TEXT.toLocaleString("en")} characters` };
  return text;
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
