import { CountersignError, closest } from "@countersign/core";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { TOPICS, type Topic } from "../../help/topics.ts";
import { columns } from "../../output/columns.ts";
import type { Style } from "../../output/style.ts";
import { wrap } from "../../output/wrap.ts";

export const help = defineCommand({
  usage: "help [topic]",
  examples: ["countersign help exit-codes", "countersign approve --help"],

  takes: ["exit-codes", "environment", "json", "keys", "modes", "policies"],
  output: {
    "help.topics": z.array(z.string()),
    "help.topic": z.array(z.object({ term: z.string(), meaning: z.string() })),
  },
  async run({ commands }, { args }) {
    const { topic: name } = args;
    const names = Object.keys(TOPICS);
    if (name === undefined) {
      return {
        schema: "help.topics",
        data: names,
        plain: names.map((topic) => [topic]),
        text: () =>
          `Topics    ${names.map((topic) => `countersign help ${topic}`).join("\n          ")}\nCommands  countersign --help`,
      };
    }
    const topic = await TOPICS[name]?.(commands);
    if (topic === undefined) throw unknownTopic(name, names);
    return {
      schema: "help.topic",
      data: topic.rows.map(([term, meaning]) => ({ term, meaning })),
      text: (style) => topicText(topic, style),
      plain: topic.rows,
    };
  },
});

function unknownTopic(name: string, names: readonly string[]): CountersignError {
  const meant = closest(name, names);
  const guess = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  return new CountersignError("not_found", `Unknown help topic "${name}"${guess}`, {
    hint: `Topics: ${names.join(", ")}. Help for a command: countersign <command> --help`,
  });
}

function topicText({ title, rows }: Topic, style: Style): string {
  const widest = Math.max(...rows.map(([term]) => term.length));
  const room = Math.max(30, style.width - widest - 4);
  const lines = rows.flatMap(([term, meaning]) =>
    wrap(meaning, room).map((line, index) => [`  ${index === 0 ? term : ""}`, line]),
  );
  return `${style.paint("strong", title)}\n${columns(lines)}`;
}
