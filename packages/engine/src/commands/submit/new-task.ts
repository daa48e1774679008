import type { WorkLocation } from "@countersign/core";

export type NewTask = {
  id?: string | undefined;
  title: string;
  repo: string;
  type?: string | undefined;
  department?: string | undefined;
  priority?: "P0" | "P1" | "P2" | undefined;
  labels?: readonly string[] | undefined;
  assignee?: string | undefined;
  /** What is wanted, and when it counts as done. */
  description?: string | undefined;
  acceptance?: readonly string[] | undefined;
  /** Where the work is that it is opened for. */
  location?: WorkLocation | undefined;
};
