import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import { Duration } from "./words.ts";

const TimeOfDay = z
  .string()
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, "a time of day such as 08:30");

/** Chat and mail are reserved for integrations of later releases. */
const Channel = z
  .string()
  .regex(
    /^(?:terminal|osc9|osc777|desktop|webhook:[a-z0-9][a-z0-9-]{0,62}|slack|discord|email)$/,
    "terminal, osc9, osc777, desktop or webhook:<name of a webhook in the engine's settings.json>",
  );
const Channels = z.array(Channel).max(20);

const QuietHours = z.strictObject({
  from: TimeOfDay.describe("Start, such as 22:00"),
  to: TimeOfDay.describe("End; an end before the start is on the next day"),
});
export type QuietHours = z.infer<typeof QuietHours>;

const PersonRoute = z.strictObject({
  escalate: Channels.optional().describe("Channels of this person's escalations"),
  yourTurn: Channels.optional().describe("Channels of this person's turns"),
  quietHours: QuietHours.nullable().optional().describe("This person's quiet hours; null for none"),
});

export const Notify = z.strictObject({
  escalate: Channels.default(["terminal"]).describe(
    "Channels of escalations. terminal: bell and title of the open board; osc9, osc777: a notification by the terminal of the open board; desktop: a notification on the engine's machine; webhook:<name>: a signed request to a webhook of the engine's settings.json",
  ),
  yourTurn: Channels.default(["terminal"]).describe("Channels that announce a turn"),
  quietHours: QuietHours.nullable()
    .default(null)
    .describe(
      "Hours in which only escalations are announced, in the local time of the engine or of the board",
    ),
  group: Duration.default("5m").describe(
    "Time within which announcements of turns are combined into one message; escalations and tasks of mode per-task are sent immediately",
  ),
  people: z
    .record(ActorId, PersonRoute)
    .default({})
    .describe("Channels of individual people; omitted keys use the values above"),
});
export type Notify = z.infer<typeof Notify>;
