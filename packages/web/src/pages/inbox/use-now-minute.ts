import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** Returns the time, which changes once a minute, so that ages stay true. */
export function useNowMinute(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
