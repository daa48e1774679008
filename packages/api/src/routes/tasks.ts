import { ActorId, Gate, Specification, TaskId } from "@countersign/core";
import { z } from "zod";
import {
  Limit,
  Moment,
  RiskScore,
  RoundNumber,
  Sequence,
  States,
} from "../schemas/query-values.ts";
import {
  Answer,
  DiffView,
  FeedbackView,
  Inbox,
  ReviewMode,
  SectionCounts,
  TaskLog,
  TaskPage,
  TriedModes,
  WhyView,
} from "../schemas/replies.ts";
import { TaskView } from "../schemas/task-view.ts";
import {
  Cursor,
  EVERYBODY,
  Nothing,
  Priority,
  RepositoryId,
  TaskPrefix,
  TurnHolder,
} from "../schemas/words.ts";
import { getRoute, postRoute } from "./route.ts";

/** Reads accept a unique prefix of an id; commands require the full id. */
const OneTask = z.strictObject({ task: TaskPrefix });

/** By last change, by worst gate and risk, by size, or by the loss that a minute of review avoids (`run`). */
const Order = z.enum(["newest", "oldest", "risk", "smallest", "run"]);

/** Conditions on the tasks of a list; each one narrows it. */
const LIST_FILTERS = {
  /** A text in the id, the title or a path of the change. */
  q: z.string().trim().min(1).max(200).optional(),
  repo: RepositoryId.optional(),
  /** Only work of this author. */
  author: ActorId.optional(),
  label: z.string().min(1).max(200).optional(),
  gate: Gate.optional(),
  mode: ReviewMode.optional(),
  riskAtLeast: RiskScore.optional(),
  /** Only tasks that changed at or after this time. */
  since: Moment.optional(),
  priority: Priority.optional(),
};

const NewTask = z.strictObject({
  id: TaskId.optional(),
  title: z.string().trim().min(1).max(500),
  repo: RepositoryId,
  type: z.string().min(1).max(64).optional(),
  department: ActorId.optional(),
  priority: Priority.optional(),
  labels: z.array(z.string().min(1).max(200)).max(100).optional(),
  assignee: ActorId.optional(),
  /** The description and acceptance criteria. Reviewers get both as the specification. */
  ...Specification,
});

const lists = {
  listTasks: getRoute({
    id: "listTasks",
    path: "/tasks",
    summary: "List tasks, one page at a time",
    roles: EVERYBODY,
    params: Nothing,
    query: z.strictObject({
      state: States.optional(),
      turn: TurnHolder.optional(),
      who: ActorId.optional(),
      ...LIST_FILTERS,
      /** Only work on this branch, in this working directory. */
      branch: z.string().min(1).max(250).optional(),
      worktree: z.string().min(1).max(4_096).optional(),
      order: Order.optional(),
      limit: Limit.optional(),
      after: Cursor.optional(),
    }),
    reply: TaskPage,
  }),
  inbox: getRoute({
    id: "inbox",
    path: "/inbox",
    summary: "List the tasks waiting for the caller, oldest first",
    roles: EVERYBODY,
    params: Nothing,
    query: z.strictObject({
      ...LIST_FILTERS,
      order: Order.optional(),
      limit: Limit.optional(),
      after: Cursor.optional(),
    }),
    reply: Inbox,
  }),
  countSections: getRoute({
    id: "countSections",
    path: "/sections",
    summary: "Count the tasks in each section of the caller's inbox",
    roles: EVERYBODY,
    params: Nothing,
    query: z.strictObject({
      ...LIST_FILTERS,
      /** Ended tasks count from this time on. Default: the last 24 hours. */
      doneSince: Moment.optional(),
    }),
    reply: SectionCounts,
  }),
};

const one = {
  createTask: postRoute({
    id: "createTask",
    path: "/tasks",
    summary: "Open a task",
    roles: ["author", "planner", "human"],
    params: Nothing,
    body: NewTask,
    reply: Answer,
  }),
  showTask: getRoute({
    id: "showTask",
    path: "/tasks/{task}",
    summary: "Show a task with its round, findings and feedback",
    roles: EVERYBODY,
    params: OneTask,
    query: Nothing,
    reply: TaskView,
  }),
  readLog: getRoute({
    id: "readLog",
    path: "/tasks/{task}/log",
    summary: "Show the log of a task, from an entry on",
    roles: EVERYBODY,
    params: OneTask,
    query: z.strictObject({ from: Sequence.optional() }),
    reply: TaskLog,
  }),
  showDiff: getRoute({
    id: "showDiff",
    path: "/tasks/{task}/diff",
    summary:
      "Show the change of a round, whole or since an earlier round; for one file, all of its lines",
    roles: EVERYBODY,
    params: OneTask,
    query: z.strictObject({
      since: RoundNumber.optional(),
      /** The round to show. Default: the current one. */
      until: RoundNumber.optional(),
      /** Only this file, with all of its lines. */
      file: z.string().min(1).max(4_096).optional(),
    }),
    reply: DiffView,
  }),
  why: getRoute({
    id: "why",
    path: "/tasks/{task}/why",
    summary: "Explain the state of a task",
    roles: EVERYBODY,
    params: OneTask,
    query: Nothing,
    reply: WhyView,
  }),
  tryModes: getRoute({
    id: "tryModes",
    path: "/tasks/{task}/modes",
    summary: "Preview the effect of each mode on a task",
    roles: ["author", "planner", "human"],
    params: OneTask,
    query: Nothing,
    reply: TriedModes,
  }),
  readFeedback: getRoute({
    id: "readFeedback",
    path: "/tasks/{task}/feedback",
    summary: "Show the feedback to the author of a task",
    roles: EVERYBODY,
    params: OneTask,
    query: Nothing,
    reply: FeedbackView,
  }),
};

export const taskRoutes = { ...lists, ...one };
