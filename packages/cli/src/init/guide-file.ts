import { type Addition, addition, type Base } from "./addition.ts";
import { guideLines } from "./guide-text.ts";

/** The file that most agents read at their start. */
export function guideFile(repository: Base): Addition {
  return addition(repository, "AGENTS.md", {
    says: "+ how to hand work in, 10 lines",
    edit: {
      kind: "block",
      block: {
        begin: "<!-- countersign -->",
        end: "<!-- /countersign -->",
        lines: guideLines("<your name>"),
        place: "end",
        first: null,
      },
    },
  });
}
