import {
  type Clone,
  type ClonePushResult,
  findPushRemote,
  openClone,
  type PushRemote,
  pushClone,
} from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { findTarget } from "../../init/repository/find-target.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { wouldDo } from "../../output/would-do.ts";
import { gitProgram } from "../../runtime/git-program.ts";
import { chooseTarget, listTargets } from "../../verify/proof-chain.ts";
import { findWorkplace, type Workplace } from "../../workplace/find-workplace.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { type PushedRefs, readPushedRefs } from "./read-pushed-refs.ts";

const PushedRefLine = z.object({
  ref: z.string(),
  commit: z.string(),
  result: z.enum(["created", "moved", "same"]),
});

const PushOutput = z.object({
  remote: z.string(),
  url: z.string(),
  target: z.string(),
  commit: z.string(),
  /** The target has proofs. */
  isProved: z.boolean(),
  refs: z.array(PushedRefLine),
});
type PushOutput = z.infer<typeof PushOutput>;

/** Pushes the target and its proofs in one step, with the person's own access to the remote. */
export const push = defineCommand({
  usage: "push [remote]",
  examples: ["countersign push", "countersign push origin --dry-run"],
  options: {
    target: text("--target <branch>", "the target branch (default: the one with proofs)"),
  },
  output: { "push.done": z.array(PushOutput) },
  async run(context, { args, options }) {
    const place = await findWorkplace(context.directory);
    const git = gitProgram(context.env);
    const clone = await openClone({ directory: place.common, git });
    try {
      const asked = { remote: args.remote, target: options.target };
      const { pushed, remote } = await choosePush(place, clone, { ...asked, git });
      const done: PushOutput[] = [];
      for (const url of remote.pushUrls)
        done.push(await pushTo(context, place, { url, name: remote.name, pushed }));
      if (context.dryRun)
        return wouldDo("push", { to: done }, (style) => textOf(done, "Would push", style));
      return {
        schema: "push.done",
        data: done,
        plain: done.flatMap(({ refs }) => refs.map((line) => [line.result, line.ref, line.commit])),
        text: (style) => textOf(done, "Pushed", style),
      };
    } finally {
      clone.close();
    }
  },
});

type Asked = { remote: string | undefined; target: string | undefined; git: string | undefined };

async function choosePush(
  place: Workplace,
  clone: Clone,
  asked: Asked,
): Promise<{ pushed: PushedRefs; remote: PushRemote }> {
  const proved = await chooseTarget(clone, await listTargets(clone), asked.target);
  const branch = proved ?? asked.target?.replace(/^refs\/heads\//, "") ?? (await findTarget(place));
  const remote = await findPushRemote(place, { branch, asked: asked.remote, git: asked.git });
  if (remote === null)
    throw new CountersignError("not_found", `There is no remote ${asked.remote ?? "to push to"}`, {
      hint: "Add one: git remote add origin <url>",
    });
  return { pushed: await readPushedRefs(clone, branch), remote };
}

type PushTo = { url: string; name: string; pushed: PushedRefs };

async function pushTo(
  { env, dryRun, say }: CommandContext,
  place: Workplace,
  { url, name, pushed }: PushTo,
): Promise<PushOutput> {
  const { refs, target, commit, segments } = pushed;
  say(`Pushing ${display(target)} to ${display(url)} …`);
  const clone = { common: place.common, root: place.root };
  const result = await pushClone({ clone, url, refs, env, dryRun, git: gitProgram(env) });
  if (!result.isDone) throw explainRefusal({ name, target }, result);
  const about = { remote: name, url, target, commit };
  return { ...about, isProved: segments > 0, refs: linesOf(refs, result) };
}

function linesOf(refs: PushedRefs["refs"], { refs: pushed }: ClonePushResult): PushOutput["refs"] {
  return pushed.flatMap(({ ref, result }) =>
    result === "refused" ? [] : [{ ref, commit: refs.get(ref) ?? "", result }],
  );
}

function textOf(done: readonly PushOutput[], verb: string, style: Style): string {
  return done.map((one) => pushText(one, style.paint("good", verb))).join("\n");
}

function pushText({ remote, target, commit, refs, isProved }: PushOutput, verb: string): string {
  const what = `${display(target)} at ${commit.slice(0, 12)}`;
  if (refs.every(({ result }) => result === "same"))
    return `${display(remote)} already has ${what}${isProved ? " and its proofs" : ""}.`;
  return `${verb} ${what} to ${display(remote)}, ${isProved ? "with its proofs" : "alone: it has no proofs"}.`;
}
