/** Installs the published v1 in both forms, for the comparisons that follow: `npm run bench:install-v1`. */
import { PLAIN, provideV1, WITH_MODULES } from "./v1.ts";

for (const kind of [PLAIN, WITH_MODULES]) provideV1(kind);
