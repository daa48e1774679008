import { z } from "zod";

/** The fields that GitLab reads of a Code Quality report; it shows nothing of a report that lacks one. */
const CodeQuality = z.array(
  z.strictObject({
    description: z.string().min(1),
    check_name: z.string().min(1),
    fingerprint: z.string().min(1),
    severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
    location: z.strictObject({
      path: z
        .string()
        .min(1)
        .refine((path) => !path.startsWith("./") && !path.startsWith("/")),
      lines: z.strictObject({ begin: z.int().min(1) }),
    }),
  }),
);

/** Returns what is wrong with a Code Quality report. */
export function codeQualityProblems(text: string): string[] {
  const read = CodeQuality.safeParse(JSON.parse(text));
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const prints = read.data.map(({ fingerprint }) => fingerprint);
  return new Set(prints).size === prints.length ? [] : ["two issues have one fingerprint"];
}
