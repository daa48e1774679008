/** The minute of the day at a moment, in the time zone of this machine. */
export function localMinute(ms: number): number {
  const date = new Date(ms);
  return date.getHours() * 60 + date.getMinutes();
}
