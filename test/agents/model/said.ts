/** What the model says in one turn: a text, an answer in the asked form, or a call of a tool. */
export type Said =
  | { kind: "text"; text: string; stop?: "length" }
  | { kind: "answer"; text: string }
  /** Some hosts group the tools of a server under a name of its own. */
  | { kind: "call"; tool: string; group?: string; input: object };

/** What a request holds that a test or a script asks about. */
export type ModelRequest = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything that was sent, as it came. */
  raw: string;
  /** The names of the tools that the model may call. */
  tools: readonly string[];
  /** How many calls of tools the conversation already holds. */
  calls: number;
};

/** What the server does with a request. */
export type ModelReply =
  | { does: "say"; said: Said; cutAfter?: number }
  /** Answers with JSON what is no question to a model. */
  | { does: "send"; body: object }
  | { does: "refuse"; status: number; headers?: Record<string, string>; body?: object }
  | { does: "stall" }
  | { does: "flood"; bytes: number };

export type ModelScript = (request: ModelRequest) => ModelReply;
