import type { WorkLocation } from "@countersign/core";

export type NewTask = {
  id?: string | undefined;
  title: string;
  repo: string;
  type?: string | undefined;
  department?: string | undefined;
  priority?: "P0" | "P1" | "P2" | undefined;
  labels?: readonly string[] | undefined;
  /** Labels of a tracker or forge, which can only add scrutiny. */
  trackerLabels?: readonly string[] | undefined;
  assignee?: string | undefined;
  /** The goal, and when the task counts as done. */
  description?: string | undefined;
  acceptance?: readonly string[] | undefined;
  /** The location of the work. */
  location?: WorkLocation | undefined;
};
