export { type AppSettings, createApp } from "./app.ts";
export { type RunningServer, serve } from "./serve.ts";
export type { SignInSettings } from "./sign-in/sign-in-service.ts";
export { viewTask } from "./views/view-task.ts";
