import type { FileUrl } from "./file-url.ts";

/**
 * The folder with the plugin's part of the dashboard, `new URL("./dashboard/", import.meta.url)`, or the file in it that declares it:
 * `{ entry: new URL("./dashboard/main.tsx", import.meta.url) }`. Without a name the file is `index.tsx`, `index.ts`, `index.jsx`,
 * `index.mjs` or `index.js`. It exports `defineDashboard({ … })` of `tradewind/dashboard`.
 */
export type PluginDashboard = FileUrl | { readonly entry: FileUrl };
