import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createRepository } from "@countersign/adapters";
import type { DiffView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../../client/author-session.ts";
import { openSession } from "../../client/open-session.ts";
import { registerRepository } from "../../client/register-repository.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { newConfig } from "../../init/reviewers/new-config.ts";
import { localActor } from "../../local-engine/settings/local-actor.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { wouldDo } from "../../output/would-do.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import { gitProgram } from "../../runtime/git-program.ts";
import { rememberPlaces, rememberTask } from "../../shown/shown-memory.ts";
import { diffText } from "../../views/diff-text.ts";

const FOLDER = "countersign-demo.git";
const AGENT = "demo-agent";
const LONGEST_MS = 60_000;

/** Creates a repository with a submitted change that waits for a decision. */
export const demo = defineCommand({
  usage: "demo [folder]",
  examples: ["countersign demo", "countersign demo ~/try-it.git"],

  output: {
    "demo.apply": z.object({ task: z.string(), repository: z.string(), state: z.string() }),
  },
  async run(context, { args }) {
    const path = resolve(context.directory, args.folder ?? FOLDER);
    if (context.dryRun) {
      const text = `Would make the repository ${display(path)} and submit a change of ${AGENT}`;
      return wouldDo("demo", { path }, () => text);
    }
    await makeRepository(path, gitProgram(context.env));
    const { client, task } = await handInThere(context, path).catch(async (error: unknown) => {
      await rm(path, { recursive: true, force: true }); // so that the same command works once the cause is gone
      throw error;
    });
    context.say("Running checks…");
    const { state, isReady } = await untilChecked(client, task);
    const diff = await showChange(context, task);
    return {
      schema: "demo.apply",
      data: { task, repository: path, state },
      exitCode: isReady ? EXIT_CODES.done.code : EXIT_CODES.pending.code,
      text: (style) =>
        `${diffText(diff, style)}\n\n${readyText(isReady, task, style)}\n` +
        `Look      countersign diff ${task}\n` +
        `Decide    countersign approve ${task}\n` +
        `Then      git -C ${display(path)} log --stat main`,
      plain: [[task, path, state]],
    };
  },
});

/** Registers the new repository and hands a change in; a failure leaves it unregistered. */
async function handInThere(context: CommandContext, path: string) {
  const session = await openSession(context, "admin");
  const { client } = session;
  const { id: repo } = await registerRepository(context, session, { path, gitDir: path });
  try {
    return { client, task: await handInGreeting(context, repo) };
  } catch (error) {
    await client.removeRepository({ repo }).catch(() => undefined);
    throw error;
  }
}

/** Hands the greeting in as the demo's agent, whose credential ends with it. */
async function handInGreeting(context: CommandContext, repo: string): Promise<string> {
  const author = await authorSession(context, AGENT);
  try {
    const title = "Greet the reader";
    const { task } = await author.client.createTask({ body: { title, repo } });
    const body = {
      task,
      from: { branch: "greeting" },
      signal: "DONE",
      summary: "Added a greeting",
    } as const;
    await author.client.submitWork({ body });
    return task;
  } finally {
    await author.end?.();
  }
}

/** The change is printed, so that it can be approved: it is `@1` of what was shown. */
async function showChange(context: CommandContext, task: string): Promise<DiffView> {
  const session = await openSession(context);
  const [view, diff] = await Promise.all([
    session.client.showTask({ task }),
    session.client.showDiff({ task }),
  ]);
  const shown = { round: diff.round, tree: diff.to, offered: null };
  await rememberTask(context, session, task, shown);
  await rememberPlaces(context, session, [{ task, seq: view.seq }]);
  return diff;
}

async function makeRepository(path: string, git: string | undefined): Promise<void> {
  const config = newConfig({
    owner: localActor(),
    target: "main",
    checks: [],
    agentReviewers: "none",
  });
  const files = { "README.md": "# A sample\n", "countersign.jsonc": config };
  const greeting = { "greeting.txt": "Good morning!\n" };
  const author = localActor();
  try {
    await createRepository(
      path,
      [
        { name: "main", author, message: "Begin", files },
        {
          name: "greeting",
          from: "main",
          author: AGENT,
          message: "Add a greeting",
          files: greeting,
        },
      ],
      { atSeconds: Math.trunc(Date.now() / 1_000), git },
    );
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new CountersignError("invalid_input", `${path} already exists`, {
      hint: "Choose another folder: countersign demo <folder>",
    });
  }
}

type Client = Awaited<ReturnType<typeof openSession>>["client"];

function readyText(isReady: boolean, task: string, style: Style): string {
  return isReady
    ? `${style.paint("good", "Ready.")} ${task} waits for you.`
    : `${style.paint("warn", "Not ready yet:")} the checks of ${task} still run.`;
}

async function untilChecked(
  client: Client,
  task: string,
): Promise<{ state: string; isReady: boolean }> {
  for (const end = Date.now() + LONGEST_MS; ; await pause(100)) {
    const { state, turn } = await client.showTask({ task });
    const isReady = turn.holder === "person";
    if (isReady || Date.now() > end) return { state, isReady };
  }
}
