import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { InboxPage } from "../pages/inbox/InboxPage.tsx";
import { NoPage, PageFailure } from "./PageFailure.tsx";
import { Shell } from "./Shell.tsx";

// Pages behind the first one are loaded when they are opened.
const TaskPage = lazy(async () => ({
  default: (await import("../pages/task/TaskPage.tsx")).TaskPage,
}));
const WhyPage = lazy(async () => ({ default: (await import("../pages/why/WhyPage.tsx")).WhyPage }));

const SettingsPage = lazy(async () => ({
  default: (await import("../pages/settings/SettingsPage.tsx")).SettingsPage,
}));

const root = createRootRoute({ component: Shell });

const inbox = createRoute({ getParentRoute: () => root, path: "/", component: InboxPage });

const task = createRoute({
  getParentRoute: () => root,
  path: "/t/$task",
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
  routeTree: root.addChildren([inbox, task, why, settings]),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
