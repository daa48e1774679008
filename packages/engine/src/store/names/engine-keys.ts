import type { Actor } from "@countersign/core";

/** Marks keys made by this module. Nothing that a client sends can carry it. */
const MADE_HERE = Symbol("engine key");

/** The key of an engine command. It names a fact, so that a repeated job finds its earlier answer. */
export type EngineKey = { readonly key: string; readonly [MADE_HERE]: true };

/** The commands with which a job can end. One job gives each at most once. */
export const JOB_STEPS = [
  "verdict",
  "planned",
  "gaps",
  "started",
  "merged",
  "updated",
  "failed",
  "differs",
  "closed",
] as const;

export type JobStep = (typeof JOB_STEPS)[number];

function engineKey(key: string): EngineKey {
  return { key, [MADE_HERE]: true };
}

/** All keys of the engine's own commands. The attack suite tries every entry. */
export const ENGINE_KEYS = {
  job: (job: string, step: JobStep) => engineKey(`${job}:${step}`),
  policyChanged: (task: string, digest: string) =>
    engineKey(`policy:${task}:${digest.slice(0, 40)}`),
  targetMoved: (task: string, tip: string | null) => engineKey(`moved:${task}:${tip ?? "gone"}`),
  unrecorded: (org: string, task: string, seq: number, about: string, reviewer: string) =>
    engineKey(`${org}:${task}:${seq}:${about}:${reviewer}:unrecorded`),
  workMoved: (org: string, task: string, seq: number) =>
    engineKey(`${org}:${task}:${seq}:work-moved`),
  reseat: (org: string, task: string, seq: number) => engineKey(`${org}:${task}:${seq}:reseat`),
  followBase: (org: string, task: string, seq: number) => engineKey(`${org}:${task}:${seq}:base`),
  reproduced: (org: string, task: string, seq: number) =>
    engineKey(`${org}:${task}:${seq}:reproduced`),
  train: (org: string, task: string, seq: number, step: "started" | "merged" | "failed") =>
    engineKey(`${org}:${task}:${seq}:train:${step}`),
  seatLost: (org: string, task: string, seq: number, requirement: string, reviewer: string) =>
    engineKey(`${org}:${task}:${seq}:${requirement}:${reviewer}:lost`),
  debt: (job: string, finding: string, step: "opened" | "filed") =>
    engineKey(`${job}:${finding}:${step}`),
  closedOnForge: (org: string, task: string, seq: number) =>
    engineKey(`${org}:${task}:${seq}:forge-closed`),
  reopenedOnForge: (org: string, task: string, seq: number) =>
    engineKey(`${org}:${task}:${seq}:forge-reopened`),
  due: (org: string, task: string, seq: number) => engineKey(`${org}:${task}:${seq}:due`),
  silence: (org: string, task: string, seq: number) => engineKey(`${org}:${task}:${seq}:silent`),
} as const;

/** The actor of the engine's own commands. */
export const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };
