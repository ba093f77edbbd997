export const demoCollections = [
  { handle: "offshore-watch", title: "Offshore Watch" },
  { handle: "harbour-life", title: "Harbour Life" },
  { handle: "trail-and-tide", title: "Trail & Tide" },
  { handle: "night-passage", title: "Night Passage" },
  { handle: "slow-mornings", title: "Slow Mornings" },
] as const;
