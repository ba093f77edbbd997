import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { RouterContext } from "../data/session/shell-route.ts";
import { ApiContext } from "../kit/api/api.ts";
import { type Config, ConfigContext } from "../kit/api/config.ts";
import type { makeRouter } from "./router.tsx";
import { LoginAgain } from "./session/login-again.tsx";
import { Notices } from "./shell/notices.tsx";
import { styleNonce } from "./shell/style-nonce.ts";
import { colorVariables, theme } from "./shell/theme.ts";

interface Props {
  config: Config;
  context: RouterContext;
  router: ReturnType<typeof makeRouter>;
}

export function App({ config, context, router }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colorVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={context.queryClient}>
        <ConfigContext value={config}>
          <ApiContext value={context.api}>
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
