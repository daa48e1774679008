import type { RunningRequest } from "../engine/outside.ts";
import type { Highlighter } from "../highlight/create-highlighter.ts";
import { wantedColours } from "../panels/diff/wanted-colours.ts";

export type Colourer = {
  /** Requests the colours of the visible lines, one request at a time. */
  look(): void;
};

/** Without a highlighter all code stays plain. */
export function createColourer(
  { read, send }: Pick<RunningRequest, "read" | "send">,
  highlighter: Highlighter | null,
): Colourer {
  let isAsking = false;
  return {
    look() {
      const wanted = highlighter === null || isAsking ? null : wantedColours(read());
      if (highlighter === null || wanted === null) return;
      const { file, language, code, lines } = wanted;
      isAsking = true;
      void highlighter.highlight({ language, lines: code }).then((tints) => {
        isAsking = false;
        const own = tints === null ? null : tints.slice(code.length - lines.length);
        send({ type: "coloured", coloured: { file, lines, tints: own } });
      });
    },
  };
}
