import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { InboxPage } from "../pages/inbox/InboxPage.tsx";
import { TaskPage } from "../pages/task/TaskPage.tsx";
import { WhyPage } from "../pages/why/WhyPage.tsx";
import { Shell } from "./Shell.tsx";

const root = createRootRoute({ component: Shell });

const inbox = createRoute({ getParentRoute: () => root, path: "/", component: InboxPage });

const task = createRoute({
  getParentRoute: () => root,
  path: "/t/$task",
  component: function TaskRoute() {
    const { task: id } = task.useParams();
    return <TaskPage key={id} task={id} />;
  },
});

const why = createRoute({
  getParentRoute: () => root,
  path: "/t/$task/why",
  component: function WhyRoute() {
    const { task: id } = why.useParams();
    return <WhyPage task={id} />;
  },
});

export const router = createRouter({ routeTree: root.addChildren([inbox, task, why]) });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
