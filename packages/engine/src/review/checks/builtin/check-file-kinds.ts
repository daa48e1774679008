import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView, ViewedFile } from "./view-change.ts";

const LARGE: CheckedRule = {
  id: "fk-binary-01",
  severity: "major",
  recommendation: "Store it outside the repository, or make it smaller.",
};
const EXECUTABLE: CheckedRule = {
  id: "fk-executable-01",
  severity: "warning",
  recommendation: "Remove the executable bit.",
};

/** Maximum bytes of a binary patch, which is about as long as the content. */
const MAX_BINARY_BYTES = 500_000;

const DATA =
  /\.(?:json|jsonc|ya?ml|toml|xml|csv|tsv|md|mdx|txt|rst|html?|css|scss|svg|png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|lock|sql|proto|graphql)$/i;

/** Finds large binary files, and data files with the executable bit. */
export function checkFileKinds({ files }: ChangeView): CheckFinding[] {
  return files
    .filter(({ fact }) => fact.status !== "deleted")
    .flatMap((file) => [...largeBinary(file), ...startsData(file)]);
}

function largeBinary({ fact, patchBytes }: ViewedFile): CheckFinding[] {
  const isMoved = fact.status === "renamed" || fact.status === "copied";
  const isLarge = patchBytes === null || patchBytes > MAX_BINARY_BYTES;
  if (!fact.binary || isMoved || !isLarge) return [];
  const message =
    "A large binary file stays in the history permanently, and no reviewer can read it.";
  return [ruleFinding(LARGE, "file-kinds", { file: fact.path }, message)];
}

function startsData({ fact }: ViewedFile): CheckFinding[] {
  const isNew = fact.status === "added" || fact.modeChanged;
  if (fact.kind !== "executable" || !isNew || !DATA.test(fact.path)) return [];
  const message = "A file of data gets the bit that lets it be started as a program.";
  return [ruleFinding(EXECUTABLE, "file-kinds", { file: fact.path }, message)];
}
