/** All log events with their message for people. `{field}` placeholders are filled in. */
export const LOG_EVENTS = {
  engine_ready: "ready on port {port}, version {version}, process {pid}",
  engine_stopping: "stopping, asked by {signal}",
  engine_stopped: "stopped after {ms} ms",
  engine_cut_short: "ended at once by a second {signal}; what was at work is done again",
  submitted_review_result: "round {round} was judged, attempt {attempt} of {limit}",
  escalated_for_human_review: "round {round} needs a person, attempt {attempt} of {limit}: {cause}",
  verdict_recorded: "{actor} answered {requirement}: {opinion}, {findings} findings",
  no_result: "{reviewer} gave no answer to {requirement}",
  answer_not_recorded:
    "{reviewer} answered {requirement}, but it could not be recorded: {error} {code}",
  job_given_up: "the job {job} was given up: {error} {code}",
  notification_failed: "{person} was not notified over {channel}: {reason}",
  queue_warned: "the queue warns: {error} {code}",
  queue_connection_broken: "a connection of the queue broke: {code}",
  queue_upkeep_failed: "the upkeep of the queue failed: {error} {code}",
  jobs_taken_over: "took over {count} jobs of workers that no longer answer",
  jobs_put_off: "put off {count} jobs that too many workers have died over",
  jobs_given_back: "gave back {count} jobs whose claim was not heard of",
  looking_failed: "looking at the targets failed: {error} {code}",
  tidying_failed: "forgetting what is old failed: {error} {code}",
  mirror_not_packed: "the mirror of {repo} was not packed: {error} {code}",
  target_unreadable: "cannot look at {repo}: {error} {code}",
  request_failed: "the request {request} failed: {error} {code}",
  stream_failed: "a stream failed: {error} {code}",
  reviewers_unreadable:
    "reviewers.json cannot be used and the reviewers stay as they were: {error} {code}",
  seal_failed: "sealing failed: {error} {code}",
  merges_stopped: "merges to {repo} were stopped: {cause}",
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
