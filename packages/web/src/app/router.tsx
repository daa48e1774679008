import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { InboxPage } from "../pages/inbox/InboxPage.tsx";
import { readInboxSearch } from "../pages/inbox/inbox-search.ts";
import { readRunSearch } from "../pages/run/run-queue.ts";
import { readRoundSearch } from "../pages/task/round-search.ts";
import { NoPage, PageFailure } from "./PageFailure.tsx";
import { Shell } from "./Shell.tsx";

// Pages behind the first one are loaded when they are opened.
const TaskPage = lazy(async () => ({
  default: (await import("../pages/task/TaskPage.tsx")).TaskPage,
}));
const WhyPage = lazy(async () => ({ default: (await import("../pages/why/WhyPage.tsx")).WhyPage }));

const TimelinePage = lazy(async () => ({
  default: (await import("../pages/record/TimelinePage.tsx")).TimelinePage,
}));
const RawPage = lazy(async () => ({
  default: (await import("../pages/record/RawPage.tsx")).RawPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import("../pages/settings/SettingsPage.tsx")).SettingsPage,
}));

const RunPage = lazy(async () => ({ default: (await import("../pages/run/RunPage.tsx")).RunPage }));
const BoardPage = lazy(async () => ({
  default: (await import("../pages/board/BoardPage.tsx")).BoardPage,
}));

const root = createRootRoute({ component: Shell });

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readInboxSearch,
  component: InboxPage,
});

const run = createRoute({
  getParentRoute: () => root,
  path: "/run",
  validateSearch: readRunSearch,
  component: () => (
    <Suspense>
      <RunPage />
    </Suspense>
  ),
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/board",
  component: () => (
    <Suspense>
      <BoardPage />
    </Suspense>
  ),
});

const task = createRoute({
  getParentRoute: () => root,
  path: "/t/$task",
  validateSearch: readRoundSearch,
  component: function TaskRoute() {
    const { task: id } = task.useParams();
    return (
      <Suspense>
        <TaskPage key={id} task={id} />
      </Suspense>
    );
  },
});

const why = createRoute({
  getParentRoute: () => root,
  path: "/t/$task/why",
  component: function WhyRoute() {
    const { task: id } = why.useParams();
    return (
      <Suspense>
        <WhyPage task={id} />
      </Suspense>
    );
  },
});

const timeline = createRoute({
  getParentRoute: () => root,
  path: "/t/$task/timeline",
  component: function TimelineRoute() {
    const { task: id } = timeline.useParams();
    return (
      <Suspense>
        <TimelinePage task={id} />
      </Suspense>
    );
  },
});
const raw = createRoute({
  getParentRoute: () => root,
  path: "/t/$task/raw",
  component: function RawRoute() {
    const { task: id } = raw.useParams();
    return (
      <Suspense>
        <RawPage task={id} />
      </Suspense>
    );
  },
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: () => (
    <Suspense>
      <SettingsPage />
    </Suspense>
  ),
});

export const router = createRouter({
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NoPage,
  routeTree: root.addChildren([inbox, run, board, task, why, timeline, raw, settings]),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
