/** One line of the doctor. Whatever is not in order comes with what to do about it. */
export type Diagnosis = {
  level: "ok" | "warn" | "fail";
  about: string;
  says: string;
  fix: string | null;
  /** What --fix may do about it, where that is safe; it answers with what it did. */
  repair?: () => Promise<string>;
};

export function reportFine(about: string, says: string): Diagnosis {
  return { level: "ok", about, says, fix: null };
}

export function reportWarning(about: string, says: string, fix: string): Diagnosis {
  return { level: "warn", about, says, fix };
}

export function reportProblem(about: string, says: string, fix: string): Diagnosis {
  return { level: "fail", about, says, fix };
}
