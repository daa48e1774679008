import { CountersignError } from "@countersign/core";
import type { Run } from "../context.ts";
import { columns } from "../output/columns.ts";

const TOPICS: Readonly<
  Record<string, { title: string; rows: readonly (readonly [string, string])[] }>
> = {
  "exit-codes": {
    title: "What the exit code says",
    rows: [
      ["0", "done"],
      ["1", "failed, unexpected"],
      ["2", "usage error"],
      ["3", "cancelled, or --timeout ran out"],
      ["4", "not signed in, or not allowed"],
      ["5", "no such task, finding or repository"],
      ["6", "conflict: it changed since you looked"],
      ["7", "engine not reachable"],
      ["8", "still pending"],
      ["10", "gate fail"],
      ["11", "gate needs_fixes"],
      ["12", "gate pass_with_warnings and --fail-on warning"],
      ["13", "held: a person is needed"],
      ["130", "interrupted"],
    ],
  },
  environment: {
    title: "What the environment changes",
    rows: [
      ["COUNTERSIGN_SERVER", "the address of an engine; left out: the local one"],
      ["COUNTERSIGN_TOKEN", "who asks; left out: you, with your own credentials"],
      ["COUNTERSIGN_ASCII", "no signs beyond ASCII"],
      ["DATABASE_URL", "the engine uses this PostgreSQL instead of its own"],
      ["DATABASE_WORKER_URL", "the login of the engine's queue in that database"],
      ["DATABASE_OWNER_URL", "the owner of that database, who migrates it"],
      ["XDG_DATA_HOME", "where the local engine keeps its data"],
      ["NO_COLOR, FORCE_COLOR", "never or always colours"],
      ["PAGER", "shows long texts; cat shows them at once"],
    ],
  },
  json: {
    title: "Answers as JSON",
    rows: [
      ["--json", '{"schema":"countersign/<noun>.<verb>/1","data":...,"next":cursor or null}'],
      ["--json=id,title", "only these fields of data, or of each entry of it"],
      ["errors", 'on stderr: {"error":{"code","message","hint","docs","retryable"}}'],
      ["promise", "within a version of a schema, fields are only added"],
    ],
  },
};

export const help: Run = async (_context, { args }) => {
  const name = args[0];
  if (name === undefined) {
    return {
      schema: "help.topics",
      data: Object.keys(TOPICS),
      text: () => `Topics: ${Object.keys(TOPICS).join(", ")}\nCommands: countersign --help`,
    };
  }
  const topic = TOPICS[name];
  if (topic === undefined) {
    throw new CountersignError("not_found", `There is no topic "${name}"`, {
      hint: `The topics are: ${Object.keys(TOPICS).join(", ")}`,
    });
  }
  return {
    schema: "help.topic",
    data: topic.rows.map(([term, meaning]) => ({ term, meaning })),
    text: (style) =>
      `${style.paint("strong", topic.title)}\n${columns(topic.rows.map(([term, meaning]) => [`  ${term}`, meaning]))}`,
    plain: topic.rows,
  };
};
