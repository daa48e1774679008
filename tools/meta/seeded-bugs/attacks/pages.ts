import type { SeededBug } from "../seeded-bug.ts";

const GUARD = ["packages/web/src/commands/key-guard.test.ts"];
const ROWS = ["packages/web/src/diff/diff-rows.test.ts"];
const SAFETY = ["test/web/safety.web.test.ts"];
const HOSTILE = ["test/web/hostile.web.test.ts"];

/** Bugs of the pages: a key decides by accident, or a person sees too little, too much or the wrong round. */
export const PAGES: readonly SeededBug[] = [
  {
    id: "page-decides-right-after-change",
    bug: "A key decides about a task that has just appeared.",
    edits: [
      {
        in: "web/createKeyGuard",
        code: "guard = guardNewScreen(guard, nowMs());",
        becomes: "void guardNewScreen;",
      },
    ],
    tests: GUARD,
  },
  {
    id: "page-decides-in-a-double-tap",
    bug: "A key decides although another key follows at once.",
    edits: [{ in: "web/createKeyGuard", code: "clearTimeout(held);", becomes: "" }],
    tests: GUARD,
  },
  {
    id: "page-decides-while-typing",
    bug: "A letter that is typed into a text field decides.",
    edits: [
      {
        in: "web/isTyping",
        code: "return target.isContentEditable || target.closest(TYPED_IN) !== null;",
        becomes: "return target.isContentEditable && target.closest(TYPED_IN) !== null;",
      },
    ],
    tests: SAFETY,
    project: "web",
    only: "decides nothing while the person types",
  },
  {
    id: "page-approves-newer-round",
    bug: "A round that arrives while a person reads takes the place of the one on screen.",
    edits: [
      {
        in: "web/useShownView",
        code: "const isSame = kept.id !== live.id || hasSameContent(kept, live);",
        becomes: "const isSame = kept.id !== live.id || hasSameContent(live, live);",
      },
    ],
    tests: SAFETY,
    project: "web",
    only: "is announced, and a key for the round on screen never approves it",
  },
  {
    id: "page-shows-raw-markup",
    bug: "The text of a finding becomes part of the page's markup.",
    edits: [
      {
        in: "web/FindingText",
        code: '<p className="mb-1 whitespace-pre-wrap break-words">{lines(message)}</p>',
        becomes: "<p dangerouslySetInnerHTML={{ __html: message }} />",
      },
    ],
    tests: HOSTILE,
    project: "web",
    only: "are shown as text on every page",
  },
  {
    id: "page-drops-unplaced-notes",
    bug: "A finding whose line is not among the lines shown disappears.",
    edits: [
      {
        in: "review/placeNotes",
        code: "if (line === null) rest.push(note);",
        becomes: "if (line === null) void rest;",
      },
    ],
    tests: ROWS,
  },
];
