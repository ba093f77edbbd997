import { expect, it } from "vitest";
import { EVENT_NAMES } from "../../dashboard/src/areas/platform/events/event-names.ts";
import { modules } from "../../src/modules.ts";

it("the dashboard offers every event that a module declares for a webhook, and no other", () => {
  const declared = modules.flatMap((module) => Object.keys(module.events?.types ?? {}));
  // Others are named after the app that they are about.
  const byName = declared.filter((name) => !name.endsWith(".*"));
  expect([...EVENT_NAMES].sort()).toEqual(byName.sort());
});
