import { person } from "../scenario.ts";
import type { Try } from "./rows.ts";

/** A person asks for a further review: of one agent that can be asked, and of nobody in particular. */
export const REVIEW_REQUESTS: readonly Try[] = [
  {
    command: { type: "request_review", reviewer: "codex" },
    actor: person("ana"),
    around: { engineRun: ["codex"] },
  },
  { command: { type: "request_review", reviewer: null }, actor: person("ana") },
];
