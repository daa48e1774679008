import { addTimelineEvent } from "../pulls/after-push.ts";
import { changePull, type PullChange } from "../pulls/change-pull.ts";
import { emitPull } from "../pulls/emit-pull.ts";
import { mergePull } from "../pulls/merge-pull.ts";
import { enqueuePull, queueOf, replaceGroup } from "../pulls/merge-queue.ts";
import { openPull } from "../pulls/open-pull.ts";
import { createReview, dismissReview, type NewReview } from "../pulls/reviews.ts";
import { accountView } from "../views/account-view.ts";
import type { World } from "../world/world.ts";
import { accountNamed, found, type PullName, pullNamed, repositoryNamed } from "./find.ts";

export type OpenPullOptions = {
  repository: string;
  author: string;
  head: string;
  base?: string;
  title?: string;
  body?: string;
  isDraft?: boolean;
  /** The full name of the fork that holds the head. */
  fork?: string;
};

export function createPullCalls(world: World) {
  return {
    async openPull(options: OpenPullOptions) {
      const { head, base = "main", title = `Change ${head}`, body = null } = options;
      const repository = repositoryNamed(world, options.repository);
      const source = repositoryNamed(world, options.fork ?? options.repository);
      const { number, id } = await openPull(world, repository, {
        author: accountNamed(world, options.author),
        title,
        body,
        head: { repository: source, branch: head },
        base,
        isDraft: options.isDraft ?? false,
      });
      return { number, id };
    },

    /** Edits, closes, reopens or retargets a pull request, or changes whether it is a draft. */
    async changePull({ by, ...options }: PullName & PullChange & { by: string }) {
      await changePull(world, pullNamed(world, options), options, accountNamed(world, by));
    },

    async assignPull({ assignee, by, ...name }: PullName & { assignee: string; by: string }) {
      const pull = pullNamed(world, name);
      const [account, actor] = [accountNamed(world, assignee), accountNamed(world, by)];
      pull.assignees.push(account);
      addTimelineEvent(world, pull, "assigned", actor, { assignee: account });
      emitPull(world, pull, "assigned", actor, { assignee: accountView(world, account) });
    },

    async labelPull({ label, by, ...name }: PullName & { label: string; by: string }) {
      const pull = pullNamed(world, name);
      pull.labels.push(label);
      emitPull(world, pull, "labeled", accountNamed(world, by));
    },

    /** Submits a review as a person or a bot. */
    async reviewPull(options: PullName & Omit<NewReview, "by" | "body"> & ReviewerOptions) {
      const { by, event, body = "", commit } = options;
      const given = { by: accountNamed(world, by), event, body, commit };
      const review = createReview(world, pullNamed(world, options), given);
      if (typeof review === "string") throw new Error(review);
      return { id: review.id };
    },

    async dismissReview({ id, by }: { id: number; by: string }) {
      const review = found(
        world.reviews.find((one) => one.id === id),
        `review ${id}`,
      );
      dismissReview(world, review, accountNamed(world, by));
    },

    /** Merges in the browser as a person, under the rules of the branch. */
    async mergePull({ by, ...name }: PullName & { by: string }) {
      const actor = { account: accountNamed(world, by), app: null };
      const asked = {
        method: "merge",
        sha: undefined,
        title: undefined,
        message: undefined,
      } as const;
      return mergePull(world, pullNamed(world, name), actor, asked);
    },

    /** Adds a pull request to the merge queue in the browser, as a person. */
    async enqueuePull({ by, ...name }: PullName & { by: string }) {
      const actor = { account: accountNamed(world, by), app: null };
      const entry = await enqueuePull(world, pullNamed(world, name), actor, null);
      if (typeof entry === "string") throw new Error(entry);
    },

    /** Replaces the commit of a queued pull request's group, which GitHub itself never does. */
    async alterGroup({ commit, ...name }: PullName & { commit: string }) {
      const pull = pullNamed(world, name);
      const entry = world.queue.find((one) => one.pull === pull);
      if (entry === undefined) throw new Error("The pull request is not queued");
      await replaceGroup(world, entry, commit);
    },

    /** The queue of a branch, first to be merged first. */
    async readQueue({ repository, branch = "main" }: { repository: string; branch?: string }) {
      const entries = queueOf(world, repositoryNamed(world, repository), branch);
      return entries.map(({ pull, head, group }) => ({ number: pull.number, head, group }));
    },

    async readPull(name: PullName) {
      const { state, isDraft, merged, head, base } = pullNamed(world, name);
      const { branch, commit } = head;
      return {
        state,
        isDraft,
        mergeCommit: merged?.commit ?? null,
        head: { branch, commit },
        base,
      };
    },

    /** Edits a comment of somebody else in the browser, as people with write access can. */
    async editComment({ id, body }: { id: number; body: string }) {
      const comment = found(
        world.comments.find((one) => one.id === id),
        `comment ${id}`,
      );
      comment.body = body;
    },

    async readComments(name: PullName) {
      const pull = pullNamed(world, name);
      return world.comments
        .filter((comment) => comment.pull === pull)
        .map(({ id, by, body }) => ({ id, by: by.login, body }));
    },
  };
}

type ReviewerOptions = { by: string; body?: string };
