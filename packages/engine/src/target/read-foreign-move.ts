import {
  CountersignError,
  type Facts,
  type ForeignMove,
  type Policy,
  withAnyCheck,
} from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { ChangeHistory } from "../ports/mirror.ts";
import { readFacts } from "../review/rounds/read-facts.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";
import { findLookalike } from "./find-lookalike.ts";
import { findMovedCheckout } from "./find-moved-checkout.ts";

const CO_AUTHOR = /^co-authored-by:[ \t]*([^<\n]{1,80}?)[ \t]*(?:<([^>\n]{1,200})>|$)/gim;

/**
 * Commits on a target that countersign did not merge. `checkout` is the worktree in which git made them, if
 * known.
 */
export type FoundMove = ForeignMove & { checkout: string | null; coAuthors: CoAuthors };

/** The names of co-authors, by commit. */
type CoAuthors = ReadonlyMap<string, readonly string[]>;

const NO_FACTS = { files: [], changedKeys: [], commits: [] };

/** Reads a foreign move: its commits, their content, and the agents at work in that checkout. */
export async function readForeignMove(
  scope: EngineScope,
  repository: StoredRepository,
  { tip, policy }: { tip: string; policy: Policy },
): Promise<FoundMove> {
  const { id: repo, path, target, tip: base } = repository;
  const mirror = scope.mirror;
  const { commit: head, tree } = await mirror.fetch({ id: repo, path }, { branch: target });
  if (head !== tip) throw new CountersignError("stale_content", "the target has moved again");
  const moved = await findMovedCheckout(scope, repository, tip);
  const known = { checkout: moved?.path ?? null, sessions: moved?.sessions ?? null };
  if ((await mirror.mergeBase(repo, base, head)) !== base) {
    const commits = [{ commit: head, tree, parent: null }];
    const like = await findLookalike(scope, { repo, base, tip, commits });
    return { isContinuation: false, facts: NO_FACTS, like, coAuthors: new Map(), ...known };
  }
  const content = { repo, target, base, head, tree };
  const facts = await readFacts(mirror, withAnyCheck(policy), content);
  const { messages, cut } = await mirror.readHistory(content);
  if (cut !== null) throw new CountersignError("too_large", cut);
  const commits = messages.map(({ commit, tree: own, parents: [parent = null] }) => ({
    commit,
    tree: own,
    parent,
  }));
  return {
    isContinuation: true,
    facts: { ...facts, commits: withCoAuthors(facts.commits, messages) },
    like: await findLookalike(scope, { repo, base, tip, commits }),
    coAuthors: new Map(
      messages.map((message) => [message.commit, coAuthorsIn(message).map(({ name }) => name)]),
    ),
    ...known,
  };
}

function withCoAuthors(
  commits: Facts["commits"],
  messages: ChangeHistory["messages"],
): ForeignMove["facts"]["commits"] {
  const byCommit = new Map(messages.map((message) => [message.commit, coAuthorsIn(message)]));
  return commits.map((commit) => ({
    ...commit,
    coAuthors: (byCommit.get(commit.id) ?? []).map(({ name, email }) => email ?? name),
  }));
}

function coAuthorsIn({ text }: { text: string }): { name: string; email: string | undefined }[] {
  return [...text.matchAll(CO_AUTHOR)].map(([, name = "", email]) => ({ name, email }));
}
