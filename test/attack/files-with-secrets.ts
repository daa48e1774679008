import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Lists every file below a directory that contains one of the secrets, except the file where they belong. */
export function filesWithSecrets(
  directory: string,
  secrets: readonly string[],
  except: string,
): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((file) => file !== except)
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .filter((file) => {
      const bytes = readFileSync(file);
      return secrets.some((secret) => bytes.includes(secret));
    });
}
