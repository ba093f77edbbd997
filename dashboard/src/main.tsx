import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./shell/global.css";
import { App } from "./app.tsx";
import { readConfig } from "./config.ts";
import { startTranslations } from "./i18n/translations.ts";
import { loadFirstPage, makeRouter } from "./router.tsx";

const router = makeRouter();
loadFirstPage(router);
const [config] = await Promise.all([readConfig(), startTranslations()]);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App config={config} router={router} />
  </StrictMode>,
);
