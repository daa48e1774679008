import { agent, type Scenario, scenario } from "./scenario.ts";

/** Ways to be held, by the reason of the hold. */

export function planned(policy: object, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

export function checked(policy: object, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = planned(policy, options);
  play.passChecks();
  return play;
}

export function after(play: Scenario, ...acts: ((play: Scenario) => unknown)[]): Scenario {
  for (const act of acts) act(play);
  return play;
}

const conflict = (play: Scenario) => {
  play.verdict("panel", "concerns", agent("codex"));
  play.verdict("panel", "concerns", agent("gemini"));
};
const answer = (play: Scenario) =>
  play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
const partly = (name: string) => (play: Scenario) =>
  play.verdict("panel", "approved", agent(name), [], { notShownWhole: "1 file not text." });
const late = (play: Scenario) => play.late();

export const PANEL = { profile: "panel" };
const NOBODY = {
  profile: "chains",
  onUnavailable: "escalate",
  chains: { code: ["peer"], internal_document: ["peer"] },
};

export const HOLDS = {
  blocker: () => after(checked(PANEL), (play) => play.verdict("panel", "blocker", agent("codex"))),
  panel_conflict: () => after(checked(PANEL), conflict),
  clarified_already: () => after(checked(PANEL), conflict, answer, conflict),
  clarify_timeout: () => after(checked(PANEL), conflict, late),
  quorum_unreachable: () => after(checked(PANEL), late, late),
  not_shown_whole: () => after(checked(PANEL), partly("codex"), partly("gemini")),
  no_result: () => after(scenario({ policy: PANEL }), (play) => play.submit(), late, late, late),
  limit_attempts: () =>
    after(checked({ profile: "cycles", limits: { attempts: 1 } }), (play) =>
      play.verdict("layer:peer", "concerns", agent("agent-2")),
    ),
  chain_empty: () => checked(NOBODY, { roster: [{ id: "ben", kind: "human", load: 0 }] }),
  merge_retries: () =>
    after(
      checked({ profile: "modes", modes: { default: "skip" }, limits: { mergeRetries: 0 } }),
      (play) => play.wait(10_000),
      (play) => play.engine({ type: "merge_started" }),
      (play) => play.mergeFails("race"),
    ),
};
