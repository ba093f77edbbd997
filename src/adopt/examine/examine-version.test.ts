import { expect, it } from "vitest";
import { LAST_MIGRATION, releasesOf } from "./examine-version.ts";

const FIRST = "initialSchema1611063162649";

it.each([
  [[FIRST, "customerGroups1644943746861", LAST_MIGRATION], "1.20.4 or newer"],
  [[FIRST, "PublishableKeySalesChannelLink1701894188811"], "1.20.0 to 1.20.2"],
  [[FIRST, "orderEditing1663059812399", "ofAPlugin1710000000000"], "1.4"],
  [[FIRST], "1.0 or 1.1"],
])("the newest known migration tells the release: %j", (names, releases) => {
  expect(releasesOf(names)).toBe(releases);
});
