import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCHEMA = fileURLToPath(new URL("jenkins-junit.xsd", import.meta.url));

/** What the schema that Jenkins reads by finds wrong with a text; null where xmllint is not installed. */
export function junitProblems(xml: string): string[] | null {
  const { error, status, stderr } = spawnSync("xmllint", ["--noout", "--schema", SCHEMA, "-"], {
    input: xml,
    encoding: "utf8",
  });
  if (error !== undefined) return null;
  return status === 0 ? [] : stderr.split("\n").filter((line) => line.includes("error"));
}
