import { CountersignError } from "@countersign/api";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { CommandProvider } from "../commands/Commands.tsx";
import { LiveProvider } from "../data/Live.tsx";
import { mayPass } from "../data/queries.ts";
import { DecisionProvider } from "../decisions/Decisions.tsx";
import { NoticeProvider } from "../frame/Notices.tsx";
import { SessionProvider, useSession } from "../session/Session.tsx";
import { SettingsProvider } from "../settings/Settings.tsx";
import { router } from "./router.tsx";

const MAX_RETRIES = 3;

export function App() {
  return (
    <SettingsProvider>
      <SessionProvider>
        <NoticeProvider>
          <CommandProvider>
            <DataProvider>
              <LiveProvider>
                <DecisionProvider>
                  <RouterProvider router={router} />
                </DecisionProvider>
              </LiveProvider>
            </DataProvider>
          </CommandProvider>
        </NoticeProvider>
      </SessionProvider>
    </SettingsProvider>
  );
}

function DataProvider({ children }: { children: ReactNode }) {
  const { forget } = useSession();
  const [cache] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError(error) {
            if (error instanceof CountersignError && error.code === "unauthenticated") forget();
          },
        }),
        defaultOptions: {
          queries: { retry: (count, error) => count < MAX_RETRIES && mayPass(error) },
        },
      }),
  );
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}
