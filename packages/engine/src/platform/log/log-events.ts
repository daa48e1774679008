/** All log events with their message for people. `{field}` placeholders are filled in. */
export const LOG_EVENTS = {
  engine_ready: "ready on port {port}, version {version}, process {pid}",
  port_taken:
    "another program listens on port {port}, so this engine uses another one; passkeys of this machine do not work",
  engine_stopping: "stopping after {signal}",
  engine_stopped: "stopped after {ms} ms",
  engine_cut_short:
    "stopped at once by a second {signal}; unfinished jobs run again after the next start",
  submitted_review_result: "round {round} was judged, attempt {attempt} of {limit}",
  escalated_for_human_review: "round {round} needs a person, attempt {attempt} of {limit}: {cause}",
  verdict_recorded: "{actor} answered {requirement}: {opinion}, {findings} findings",
  no_result: "{reviewer} has no result for {requirement}",
  answer_not_recorded:
    "{reviewer} answered {requirement}, but it could not be recorded: {error} {code}",
  job_given_up: "job {job} failed permanently: {error} {code}",
  notification_failed: "{person} was not notified over {channel}: {reason}",
  queue_warned: "the queue warns: {error} {code}",
  queue_upkeep_failed: "queue maintenance failed: {error} {code}",
  jobs_taken_over: "took over {count} jobs of workers without a heartbeat",
  jobs_put_off: "postponed {count} jobs that stopped too many workers",
  jobs_given_back: "released {count} claimed jobs that never started",
  looking_failed: "polling the target branches failed: {error} {code}",
  deadline_failed: "acting on deadlines failed: {error} {code}",
  month_not_prepared:
    "the log's partition of this or the next month was not created: {error} {code}",
  list_facts_failed: "filling in the columns of task lists failed: {error} {code}",
  tidying_failed: "deleting old data failed: {error} {code}",
  mirror_not_packed: "the mirror of {repo} was not packed: {error} {code}",
  target_unreadable: "cannot read the target branch of {repo}: {error} {code}",
  request_failed: "the request {request} failed: {error} {code}",
  stream_failed: "a stream failed: {error} {code}",
  reviewers_unreadable:
    "cannot read reviewers.json; the previous reviewers stay in use: {error} {code}",
  seal_failed: "sealing failed: {error} {code}",
  sign_in_refused: "refused the answer of an identity provider ({cause}): {error} {code}",
  sign_in_failed: "an identity provider did not respond ({cause}): {error} {code}",
  forge_failed: "a request to the forge for {repo} failed: {cause}",
  forge_polling_failed: "polling the forge failed: {error} {code}",
  forge_work_refused: "pull request {count} of {repo} was not submitted: {code}",
  forge_review_ignored: "a review of {actor} on {task} has no effect: {code}",
  witness_failed: "the witness {witness} did not confirm the proofs of {repo}: {reason}",
  proofs_not_pushed:
    "the forge of {repo} did not take the proofs, which are pushed again later: {cause}",
  foreign_check: "a check with our name on {repo} is by another app or user: {cause}",
  watching_failed: "watching what happens to merged work failed: {error} {code}",
  merge_not_watched: "a change of {repo} was not compared with merged work: {error} {code}",
  merges_stopped: "merges to {repo} are on hold: {cause}",
} as const;

export type LogEvent = keyof typeof LOG_EVENTS;

export function isLogEvent(name: string): name is LogEvent {
  return Object.hasOwn(LOG_EVENTS, name);
}

/** Formats the event as a sentence. Unknown fields are left out. */
export function logSentence(
  event: LogEvent,
  fields: Readonly<Record<string, string | number>>,
): string {
  return LOG_EVENTS[event]
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ""))
    .replaceAll(/[ :,]+$/g, "")
    .replaceAll(/ {2,}/g, " ");
}
