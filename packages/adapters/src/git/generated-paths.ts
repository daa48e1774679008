import { asText } from "./diff-entries.ts";
import { type MirrorDirectory, withPrivateIndex } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

const ATTRIBUTE = "linguist-generated";

/** Which paths the attributes of the trusted side call generated; those of the change have no say. */
export async function generatedPaths(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const output = await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(base)], { variables });
    const asked = await mirror.run(["check-attr", "--cached", "-z", "--stdin", ATTRIBUTE], {
      variables,
      input: paths.map((path) => `${path}\0`).join(""),
    });
    return asked.output;
  });
  const fields = asText(output).split("\0");
  const generated: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, , value] = fields.slice(at, at + 3);
    if (path !== undefined && (value === "set" || value === "true")) generated.push(path);
  }
  return generated;
}
