import type { PhaseName } from "../../task/model/state.ts";
import { agent, check, type Scenario, scenario } from "../scenario.ts";

/** A task brought into a state in one particular way. */
export type Situation = { state: PhaseName; name: string; play: Scenario };

const MODES = { profile: "modes" };
const SKIP = { ...MODES, modes: { default: "skip" } };
const NO_MERGE = { ...SKIP, merge: { strategy: "none" } };
const PANEL = { profile: "panel" };
const PANEL_THEN_OWNER = { ...PANEL, modes: { default: "batch" } };
const FLAGS_MAJOR = {
  profile: "pipeline",
  modes: { default: "auto" },
  gate: { needsFixes: "flag" },
};
const TWO_PEOPLE = {
  ...MODES,
  chains: { code: ["self", "department_head", "owner"], internal_document: ["self"] },
};

function claimed(policy: object): Scenario {
  const play = scenario({ policy, sponsor: "ben" });
  play.claim();
  return play;
}

function submitted(policy: object): Scenario {
  const play = claimed(policy);
  play.submit();
  return play;
}

function planned(policy: object): Scenario {
  const play = submitted(policy);
  play.plan();
  return play;
}

/** One check has found something small, so that every later state has a finding. */
function oneCheckLeft(policy: object): Scenario {
  const play = planned(policy);
  play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
  return play;
}

function checksDone(policy: object): Scenario {
  const play = oneCheckLeft(policy);
  play.passChecks();
  return play;
}

function foundByAReviewer(): Scenario {
  const play = planned(FLAGS_MAJOR);
  play.passChecks();
  play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [
    { severity: "major" },
  ]);
  return play;
}

/** A check sent it back, and the author answers with the same tree. */
function sameTreeAgain(): Scenario {
  const play = planned(MODES);
  play.verdict("check:integrity", "approved", check("integrity"));
  play.verdict("check:secrets", "concerns", check("secrets"), [{}]);
  play.submit("1", { answers: [{ finding: "F-1", status: "fixed", note: "" }] });
  return play;
}

function approved(): Scenario {
  const play = checksDone(MODES);
  play.approve();
  return play;
}

function merging(policy: object = MODES): Scenario {
  const play = checksDone(policy);
  play.approve();
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  return play;
}

function sentBack(): Scenario {
  const play = planned({ profile: "cycles" });
  play.passChecks();
  play.verdict("layer:peer", "concerns", agent("agent-2"), [{}]);
  return play;
}

function blocked(policy: object = PANEL): Scenario {
  const play = checksDone(policy);
  play.verdict("panel", "blocker", agent("codex"));
  return play;
}

function inConflict(policy: object): Scenario {
  const play = checksDone(policy);
  play.verdict("panel", "concerns", agent("codex"));
  play.verdict("panel", "concerns", agent("gemini"));
  return play;
}

function checkup(): Scenario {
  const play = claimed(PANEL);
  play.report("milestone");
  play.planCheckup();
  play.checkupVerdict("concerns", agent("codex"));
  return play;
}

function heldCheckup(opinion: "concerns" | "blocker"): Scenario {
  const play = checkup();
  play.checkupVerdict(opinion, agent("gemini"));
  return play;
}

function unread(): Scenario {
  const play = submitted(MODES);
  play.late();
  play.late();
  play.late();
  return play;
}

function mergesUsedUp(): Scenario {
  const play = merging({ ...MODES, limits: { mergeRetries: 0 } });
  play.mergeFails("race");
  return play;
}

function attemptsUsedUp(): Scenario {
  const play = planned({ profile: "cycles", limits: { attempts: 1 } });
  play.passChecks();
  play.verdict("layer:peer", "concerns", agent("agent-2"), [{}]);
  return play;
}

function after(play: Scenario, ...acts: ((play: Scenario) => unknown)[]): Scenario {
  for (const act of acts) act(play);
  return play;
}

const redo = (play: Scenario) => play.redo();
const reject = (play: Scenario) => play.reject();
const override = (play: Scenario) => play.override();
const waitGrace = (play: Scenario) => play.wait(10_000);
const closeGrace = (play: Scenario) => play.engine({ type: "close_grace" });
const merge = (play: Scenario) => play.engine({ type: "merged", tree: "1".repeat(40) });
const reopen = (play: Scenario) =>
  play.send({ type: "reopen" }, { id: "ana", kind: "human", planner: false });
const newRound = (play: Scenario) => play.submit("2");

const RECIPES: Readonly<Record<PhaseName, Readonly<Record<string, () => Scenario>>>> = {
  open: {
    new: () => scenario({ policy: MODES }),
    reopened: () => after(merging(), merge, reopen),
  },
  in_progress: {
    claimed: () => claimed(MODES),
    "claimed again": () => after(sentBack(), (play) => play.claim()),
    "checkup asked for": () => after(claimed(PANEL), (play) => play.report("blocker")),
    "in a checkup": checkup,
  },
  reviewing: {
    "not read": () => submitted(MODES),
    "not read, the tree of the round before": sameTreeAgain,
    "waits for a check": () => oneCheckLeft(MODES),
    "waits for the last check": () => oneCheckLeft(SKIP),
    "waits for the last check, no merge": () => oneCheckLeft(NO_MERGE),
    "waits for the owner": () => checksDone(MODES),
    "waits for the first of two people": () => checksDone(TWO_PEOPLE),
    "waits for the owner because of a finding": foundByAReviewer,
    "waits for a peer at the last attempt": () =>
      after(planned({ profile: "cycles", limits: { attempts: 1 } }), (play) => play.passChecks()),
    "waits for a machine that was asked twice": () => after(planned(MODES), (play) => play.late()),
    "waits for a panel": () =>
      after(checksDone(PANEL), (play) => play.verdict("panel", "concerns", agent("codex"))),
    "waits for one of a panel of which one is enough": () =>
      after(checksDone({ ...PANEL, panel: { members: ["codex", "gemini"], quorum: 1 } }), (play) =>
        play.verdict("panel", "approved", agent("codex")),
      ),
    "second round": () => after(sentBack(), newRound, (play) => play.plan()),
  },
  rework: {
    "redo of unstarted review, grace": () => after(claimed(MODES), redo),
    "redo of a review, grace": () => after(checksDone(MODES), redo),
    "redo of a hold, grace": () => after(blocked(), redo),
    "redo of an approval, grace": () => after(approved(), redo),
    "redo, grace over": () => after(checksDone(MODES), redo, waitGrace),
    "redo, effects started": () => after(checksDone(MODES), redo, waitGrace, closeGrace),
    automatic: sentBack,
    "in a checkup": () => after(sentBack(), (play) => play.report("silence")),
  },
  held: {
    blocker: () => blocked(),
    "blocker, new work offered": () => after(blocked(), newRound),
    "blocker before the owner": () => blocked(PANEL_THEN_OWNER),
    clarify: () => inConflict(PANEL),
    "clarify before the owner": () => inConflict(PANEL_THEN_OWNER),
    "content unread": unread,
    "attempts used up": attemptsUsedUp,
    "merge retries used up": mergesUsedUp,
    "checkup with a blocker": () => heldCheckup("blocker"),
    "checkup with a conflict": () => heldCheckup("concerns"),
  },
  approved: {
    "by a person, grace": approved,
    "by a person, grace over": () => after(approved(), waitGrace),
    "past the gate": () => after(oneCheckLeft(MODES), override),
    "past a hold": () => after(blocked(), override),
    "by a person, no merge": () =>
      after(
        checksDone({ ...MODES, merge: { strategy: "none" } }),
        (play) => play.approve(),
        waitGrace,
      ),
    "by checks alone": () => checksDone(SKIP),
  },
  merging: {
    "first try": () => merging(),
    "last attempt": () => merging({ ...MODES, limits: { attempts: 1 } }),
    "last try": () => merging({ ...MODES, limits: { mergeRetries: 0 } }),
  },
  done: {
    merged: () => after(merging(), merge),
    "without a merge": () => checksDone(NO_MERGE),
  },
  rejected: {
    "before it began, grace": () => after(scenario({ policy: MODES }), reject),
    "while worked on, grace": () => after(claimed(MODES), reject),
    "in review, grace": () => after(checksDone(MODES), reject),
    "sent back, grace": () => after(sentBack(), reject),
    "held, grace": () => after(blocked(), reject),
    "approved, grace": () => after(approved(), reject),
    "grace over": () => after(checksDone(MODES), reject, waitGrace),
    "effects started": () => after(checksDone(MODES), reject, waitGrace, closeGrace),
  },
};

/** Every way of being in a state that some cell of the table tells apart. */
export function situations(state: PhaseName): Situation[] {
  return Object.entries(RECIPES[state]).map(([name, play]) => ({ state, name, play: play() }));
}
