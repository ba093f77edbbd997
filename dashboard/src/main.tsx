import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./app/shell/global.css";
import { App } from "./app/app.tsx";
import { startPlugins } from "./app/plugins/start-plugins.ts";
import { fetchFirstPage, makeRouter } from "./app/router.tsx";
import { fetchSession } from "./data/session/shell-route.ts";
import { startTranslations } from "./i18n/translations.ts";
import { apiOf } from "./kit/api/api.ts";
import { readConfig } from "./kit/api/config.ts";
import { makeQueryClient } from "./kit/api/query-client.ts";

// Requests that need no other answer start first: each of them is a way to the server and back.
const reading = readConfig();
const translating = startTranslations();
const router = makeRouter();
fetchFirstPage(router);

const config = await reading;
const context = { api: apiOf(config), queryClient: makeQueryClient(), startPlugins };
void fetchSession(context);
await translating;

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App config={config} context={context} router={router} />
  </StrictMode>,
);
