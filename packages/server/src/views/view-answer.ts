import type { Answer as AnswerView } from "@countersign/api";
import type { CommandAnswer } from "@countersign/engine";

export function viewAnswer({ events, ...answer }: CommandAnswer): AnswerView {
  return { ...answer, events: [...events] };
}
