import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./shell/global.css";
import { apiOf } from "./api/api.ts";
import { makeQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { readConfig } from "./config.ts";
import { startTranslations } from "./i18n/translations.ts";
import { fetchFirstPage, makeRouter } from "./router.tsx";
import { fetchSession } from "./shell/shell-route.ts";

// What needs nothing else is asked for first: each of them is a way to the server and back.
const reading = readConfig();
const translating = startTranslations();
const router = makeRouter();
fetchFirstPage(router);

const config = await reading;
const context = { api: apiOf(config), queryClient: makeQueryClient() };
void fetchSession(context);
await translating;

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App config={config} context={context} router={router} />
  </StrictMode>,
);
