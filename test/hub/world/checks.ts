import type { Account, HubRepository } from "./accounts.ts";
import type { HubApp } from "./apps.ts";

export type CheckAnnotation = {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: "notice" | "warning" | "failure";
  message: string;
  title?: string | undefined;
  raw_details?: string | undefined;
};

export type CheckRun = {
  id: number;
  repository: HubRepository;
  app: HubApp;
  name: string;
  commit: string;
  status: string;
  conclusion: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  annotations: CheckAnnotation[];
  actions: readonly { label: string; description: string; identifier: string }[];
  startedAt: string;
  completedAt: string | null;
};

export type CommitStatus = {
  id: number;
  repository: HubRepository;
  commit: string;
  context: string;
  state: string;
  by: Account;
  at: string;
};

/** A rule in GitHub's own form. */
export type HubRule = { type: string; parameters?: Record<string, unknown> };

export type HubRuleset = {
  id: number;
  repository: HubRepository;
  name: string;
  branches: readonly string[];
  rules: readonly HubRule[];
  bypass: readonly { actor_id: number; actor_type: string; bypass_mode: string }[];
};
