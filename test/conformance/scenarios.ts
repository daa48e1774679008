/** What the suite asks of every server. */
export const APPLY = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
] as const;

const EXAMPLE =
  /FAILURE .*(?:Tool '?|Prompt |Resource not found: )(?:test_|test:\/\/|json_schema_)/;
const NO_METHOD = /FAILURE .*-32601/;
const NO_SESSION = /WARNING \S+-session:/;

type Group = {
  /** Why it does not apply, in docs/agents.md with the same names. */
  why: string;
  /** What the suite then says, so that it cannot hide another failure. */
  told: RegExp;
  scenarios: readonly string[];
};

/** What the suite asks only of servers that have more than ours, or that are its own example. */
export const DO_NOT_APPLY: readonly Group[] = [
  {
    why: "calls a tool, reads a resource or gets a prompt of the suite's own example server",
    told: EXAMPLE,
    scenarios: [
      "tools-call-simple-text",
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "tools-call-error",
      "tools-call-with-progress",
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "json-schema-2020-12",
      "resources-read-text",
      "resources-read-binary",
      "resources-templates-read",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
    ],
  },
  {
    why: "asks for logging, completions or subscriptions, which our server does not declare",
    told: NO_METHOD,
    scenarios: [
      "logging-set-level",
      "tools-call-with-logging",
      "completion-complete",
      "resources-subscribe",
      "resources-unsubscribe",
    ],
  },
  {
    why: "takes up a stream of a session again; ours has no sessions, each request is answered by itself",
    told: NO_SESSION,
    scenarios: ["server-sse-polling", "server-sse-multiple-streams"],
  },
];
