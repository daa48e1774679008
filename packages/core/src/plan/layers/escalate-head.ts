import { type LayerAsk, stricterTerms } from "./layer-asks.ts";

/** Lets the owner answer for the head of a department that is not known: one question, on the stricter terms. */
export function escalateHead(asks: readonly LayerAsk[]): LayerAsk[] {
  const head = asks.find(({ layer }) => layer === "department_head");
  if (head === undefined) return [...asks];
  const [{ entry, fact }, ...others] = head.because;
  const because = { entry, fact: `${fact}; no department with a head was stated` };
  const moved: LayerAsk = {
    ...head,
    layer: "owner",
    covers: ["department_head"],
    because: [because, ...others],
  };
  const rest = asks.filter((ask) => ask !== head);
  if (!rest.some(({ layer }) => layer === "owner")) return [...rest, moved];
  return rest.map((ask) => {
    if (ask.layer !== "owner") return ask;
    const { satisfiedBy: _unlessBoth, ...owner } = ask;
    return {
      ...owner,
      ...stricterTerms(moved, ask),
      covers: ["department_head"],
      because: [...moved.because, ...ask.because],
    };
  });
}
