import type { Answer as AnswerView } from "@countersign/api";
import type { Answer } from "@countersign/engine";

export function viewAnswer({ events, ...answer }: Answer): AnswerView {
  return { ...answer, events: [...events] };
}
