export { type AppSettings, createApp } from "./app.ts";
export { type RunningServer, serve } from "./serve.ts";
export { viewTask } from "./views/view-task.ts";
