/**
 * The state × command table as the design words it, with the outcomes that each cell allows.
 *
 * `words ⇒ outcomes`; `–` refused, `=` recorded and the state unchanged.
 */
export const EXPECTED_STATES = `
claim (author) | in_progress ⇒ in_progress | = if same agent, else – ⇒ – = | – ⇒ – | in_progress (– during grace) ⇒ – in_progress | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
lease expired (timer) | – ⇒ – | open, work kept as checkpoint ⇒ open | – ⇒ – | = turn → next agent ⇒ = | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
submit (author) | reviewing, round+1 ⇒ reviewing | reviewing, round+1 (sent back: as in rework) ⇒ – reviewing | same tree: refused nothing_changed, unless unfinished work is now DONE; else round+1, running reviewers cancelled ⇒ – reviewing | reviewing, round+1 (same tree: refused unless a finding was answered) ⇒ – reviewing | clarify: reviewing, round+1; escalated: stored as offered round, opened by release (attempts used: refused rounds_used) ⇒ – = reviewing | reviewing, round+1, approval stale (same tree: refused) ⇒ – reviewing | refused merging, offered again if the merge fails ⇒ – | – (new task) ⇒ – | – ⇒ –
record_verdict, current round (reviewer) | – ⇒ – | checkup only ⇒ = held | decide() ⇒ = rework held approved done | = ⇒ = | = (clarify: replaces that reviewer's verdict, decide()) ⇒ = in_progress reviewing approved | = ; blocker → held ⇒ = held | = ; blocker before the ref moved → held ⇒ = held | = ⇒ = | = ⇒ =
record_verdict, other round or content | – ⇒ – | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ =
approve (person) | – ⇒ – | – ⇒ – | verdict approved, decide() ⇒ – = approved | – ⇒ – | – (use release) ⇒ – | = (already) ⇒ = | = ⇒ = | = ⇒ = | – ⇒ –
redo (person) | – ⇒ – | rework ⇒ rework | rework, reviewers cancelled ⇒ rework | = feedback added ⇒ = | rework ⇒ rework | rework ⇒ rework | – (undo first) ⇒ – | – (reopen) ⇒ – | – (reopen) ⇒ –
reject (person) | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | – ⇒ – | – ⇒ – | = ⇒ =
override (owner) | – ⇒ – | – ⇒ – | approved, flag override ⇒ approved | – ⇒ – | approved, flag override (a checkup has nothing to approve) ⇒ – approved | = ⇒ = | = ⇒ = | = ⇒ = | – ⇒ –
release (person named by the hold) | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | decide() again with the resolutions ⇒ in_progress reviewing rework approved rejected | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
undo (same person) | – ⇒ – | – ⇒ – | – ⇒ – | state before the redo ⇒ – in_progress reviewing held approved | – ⇒ – | state before the approval ⇒ – reviewing held | – ⇒ – | – ⇒ – | state before the rejection ⇒ – open in_progress reviewing rework held approved
retry one reviewer (person) | – ⇒ – | – ⇒ – | asked again, if it is waited for ⇒ – = | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
cancel one reviewer (person) | – ⇒ – | – ⇒ – | no result, decide(); the others may be enough ⇒ – held approved | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
request a review (person, author) | – ⇒ – | checkup, if no reviewer is named ⇒ – checkup | further agents are asked, if they can be ⇒ – = | checkup, if no reviewer is named ⇒ – checkup | – ⇒ – | reviewing, if a further agent can be asked ⇒ – reviewing | – ⇒ – | – ⇒ – | – ⇒ –
disposition of a finding | – ⇒ – | = ⇒ = | decide() ⇒ = approved | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ =
change mode | = ⇒ = | = ⇒ = | recompile, decide() ⇒ = approved | = ⇒ = | = ⇒ = | stricter: recompile → reviewing; looser: = ⇒ = reviewing | – ⇒ – | – ⇒ – | – ⇒ –
policy changed | = ⇒ = | = ⇒ = | recompile, decide() ⇒ = rework | = ⇒ = | recompile at release ⇒ = | recompile; new requirement → reviewing ⇒ = reviewing | finish or fail on CAS ⇒ = | = ⇒ = | = ⇒ =
target moved by us | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = (checked at merge) ⇒ = | retry from the new target ⇒ = | = ⇒ = | = ⇒ =
target moved by others | repo hold, notify owner; task states unchanged ⇒ = | same ⇒ = | same ⇒ = | same ⇒ = | same ⇒ = | same ⇒ = | same ⇒ = | same ⇒ = | same ⇒ =
merge started | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | merging (– during grace) ⇒ – merging | – ⇒ – | = ⇒ = | – ⇒ –
merged | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | done ⇒ done | = ⇒ = | – ⇒ –
merge: conflict or checks red | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | rework, conflict as finding; at the last attempt held ⇒ rework held | – ⇒ – | – ⇒ –
merge: lost the race, network, dirty | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | approved, retry with back-off; after limits.mergeRetries held ⇒ held approved | – ⇒ – | – ⇒ –
reopen (person) | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | open, new round on top ⇒ open | open ⇒ open
cancel (owner, or planner when open) | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | rejected ⇒ rejected | – ⇒ – | – ⇒ – | = ⇒ =
merged / closed elsewhere | done / rejected, flag outside; if the merged tree was not approved: repo hold, alert ⇒ done rejected | same ⇒ done rejected | same ⇒ done rejected | same ⇒ done rejected | same ⇒ done rejected | same ⇒ done rejected | same ⇒ done rejected | = ⇒ = | = ⇒ =
report_event | = ⇒ = | checkup (= while one runs) ⇒ = checkup | = (already in review) ⇒ = | checkup (= while one runs) ⇒ = checkup | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ =
deadline of the state | none ⇒ – | lease ⇒ open | machine: retry → escalate; person: turn moves on, never a state ⇒ = held | lease ⇒ = | reminder, turn moves to the next substitute ⇒ = | – ⇒ – | as merge failure ⇒ held approved | – ⇒ – | – ⇒ –
`;

/** The same for what only the engine says. */
export const EXPECTED_ENGINE = `
plan_round | – ⇒ – | – ⇒ – | once per round: plan, carried verdicts, decide() ⇒ – = rework | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
plan_checkup | – ⇒ – | once per checkup: its panel is asked ⇒ – = | – ⇒ – | once per checkup ⇒ – = | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
close_grace | – ⇒ – | – ⇒ – | – ⇒ – | once the grace is over ⇒ – = | – ⇒ – | once the grace is over; done where nothing is merged ⇒ – = done | – ⇒ – | – ⇒ – | once the grace is over ⇒ – =
work_updated | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | what became of the author's branch ⇒ = | – ⇒ –
work_moved | where the work is now ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ =
debt_filed | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | a warning of it names the task that was opened for it ⇒ = | – ⇒ –
reseat | – ⇒ – | – ⇒ – | seats of agents that can no longer answer are filled again; refused while all can ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
follow_base | – ⇒ – | – ⇒ – | work that is built on another task goes on or goes back with it; refused for other work ⇒ – | – ⇒ – | – ⇒ – | as in review ⇒ – | – ⇒ – | – ⇒ – | – ⇒ –
review_again | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | – ⇒ – | reviewing, round+1 on the merged result ⇒ reviewing | – ⇒ – | – ⇒ –
no_result | – ⇒ – | = ⇒ = | the fallback is asked, or a person once nobody else is at work; those who answered may be enough ⇒ = held approved | = ⇒ = | = (clarify: as in reviewing) ⇒ = | = ⇒ = | = ⇒ = | = ⇒ = | = ⇒ =
`;
