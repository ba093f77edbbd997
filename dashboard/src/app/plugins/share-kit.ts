import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import type { Kit } from "../../kit/plugins/contract.ts";
import { kitComponents } from "./kit-components.tsx";
import { kitHooks } from "./kit-hooks.ts";

const kit: Kit = { defineDashboard: (parts) => parts, ...kitComponents, ...kitHooks };

/** What plugins import is in the page already, so that there is one React. src/plugins/dashboard/compile-dashboard.ts reads it. */
export function shareKit(): void {
  Object.assign(globalThis, { [Symbol.for("tradewind.dashboard")]: { react, jsxRuntime, kit } });
}
