import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { ApiContext, apiOf } from "./api/api.ts";
import { makeQueryClient } from "./api/query-client.ts";
import { type Config, ConfigContext } from "./config.ts";
import type { makeRouter } from "./router.tsx";
import { LoginAgain } from "./session/login-again.tsx";
import { Notices } from "./shell/notices.tsx";
import { styleNonce } from "./shell/style-nonce.ts";
import { colorVariables, theme } from "./shell/theme.ts";

interface Props {
  config: Config;
  router: ReturnType<typeof makeRouter>;
}

export function App({ config, router }: Props) {
  const api = useMemo(() => apiOf(config), [config]);
  const queryClient = useMemo(() => makeQueryClient(), []);
  const context = useMemo(() => ({ api, queryClient }), [api, queryClient]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colorVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ConfigContext value={config}>
          <ApiContext value={api}>
            <ModalsProvider>
              <Notices />
              <RouterProvider router={router} context={context} />
              <LoginAgain />
            </ModalsProvider>
          </ApiContext>
        </ConfigContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
