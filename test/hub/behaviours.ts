/** How GitHub behaves beyond the form of its answers, with the source of each fact. */
export type Behaviour = { behaviour: string; source: string };

const MERGE = "REST API, Merge a pull request: status codes 405 and 409";
const CHECKS = "REST API, Check runs: only GitHub Apps may write them";
const RULES = "Repositories, About rulesets";
const QUEUE = "Repositories, Managing a merge queue";
const HOOKS = "Webhooks, Handling failed webhook deliveries";
const LIMITS = "REST API, Rate limits and best practices";

/** Merges and checks. Each row has one test with the same title. */
export const MERGE_BEHAVIOURS = [
  { behaviour: "answers 409 to a merge whose expected head moved", source: MERGE },
  { behaviour: "answers 405 to a merge that lacks a required check", source: MERGE },
  { behaviour: "answers 405 to a merge with a conflict", source: MERGE },
  { behaviour: "answers 405 to a merge of a draft", source: MERGE },
  { behaviour: "merges onto the target's present tip and keeps both changes", source: MERGE },
  { behaviour: "answers 403 to a check run by a person", source: CHECKS },
  { behaviour: "answers 403 to a change of another app's check run", source: CHECKS },
  { behaviour: "answers 422 to a check run on an unknown commit", source: CHECKS },
  {
    behaviour: "refuses more than 50 annotations in one request",
    source: "REST API description: maxItems of annotations",
  },
  {
    behaviour: "lists the latest run per app and name",
    source: "REST API, List check runs for a Git reference: filter",
  },
  {
    behaviour: "keeps a completed run completed",
    source: "REST API, Update a check run: a conclusion completes the run",
  },
  {
    behaviour: "lists no pull requests on a check run of a fork's head",
    source: "REST API, Check runs: pull_requests is empty for forks",
  },
  {
    behaviour: "does not count a check of another app for a rule that names ours",
    source: RULES,
  },
] as const satisfies readonly Behaviour[];

/** Reviews, pushes, lists, webhooks and accounts. */
export const OTHER_BEHAVIOURS = [
  {
    behaviour: "answers 422 to an author who approves their own pull request",
    source: "Pull requests, About reviews: authors cannot approve",
  },
  {
    behaviour: "keeps the commit of a review after a push",
    source: "REST API, Reviews: commit_id",
  },
  {
    behaviour: "keeps a pull request open after a force push and records it",
    source: "REST API, Issue event types: head_ref_force_pushed",
  },
  {
    behaviour: "marks a pull request as merged when a push contains its head",
    source: "Pull requests, Indirect merges",
  },
  {
    behaviour: "refuses a push that a rule forbids, except to an app that may bypass",
    source: RULES,
  },
  { behaviour: "hides who may bypass a ruleset from an app without write access", source: RULES },
  { behaviour: "answers 405 to a merge beside the merge queue", source: QUEUE },
  { behaviour: "answers 304 to a list that did not change, and counts nothing", source: LIMITS },
  { behaviour: "answers a secondary rate limit with 403 and retry-after", source: LIMITS },
  { behaviour: "links the pages of a long list", source: "REST API, Using pagination" },
  {
    behaviour: "links the pages of an app's deliveries by a cursor",
    source: "REST API description: cursor of the deliveries of an app's webhook",
  },
  { behaviour: "delivers a failed webhook again only on request, with its guid", source: HOOKS },
  {
    behaviour: "keeps an account's id when its login changes",
    source: "Accounts, Changing your username",
  },
  {
    behaviour: "refuses an expired installation token with 401",
    source: "Apps, Generating an installation access token: one hour",
  },
  {
    behaviour: "refuses an app's token that another key signed with 401",
    source: "Apps, Generating a JSON Web Token",
  },
  {
    behaviour: "exchanges a manifest's code once",
    source: "Apps, Registering an app from a manifest",
  },
  {
    behaviour: "refuses a call that the installation has no permission for with 403",
    source: "Apps, Choosing permissions",
  },
] as const satisfies readonly Behaviour[];
