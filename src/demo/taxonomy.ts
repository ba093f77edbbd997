export type DemoCategory = {
  handle: string;
  name: string;
  description: string;
  children?: readonly DemoCategory[];
};

export const demoCategories: readonly DemoCategory[] = [
  {
    handle: "clothing",
    name: "Clothing",
    description: "Layers for spray, wind and the walk home afterwards.",
    children: [
      {
        handle: "jackets-and-smocks",
        name: "Jackets & Smocks",
        description: "The outer layer, from drizzle to gale.",
      },
      {
        handle: "knitwear-and-shirts",
        name: "Knitwear & Shirts",
        description: "Wool and cotton for every watch.",
      },
      { handle: "hats-and-gloves", name: "Hats & Gloves", description: "Warm heads, sure hands." },
      { handle: "footwear", name: "Footwear", description: "Soles that grip a wet deck." },
    ],
  },
  {
    handle: "on-deck",
    name: "On Deck",
    description: "Tools and tackle that earn their place aboard.",
    children: [
      { handle: "ropework", name: "Ropework", description: "Lines, knots and what they are made fast with." },
      {
        handle: "navigation-and-light",
        name: "Navigation & Light",
        description: "Find the way, and be seen on it.",
      },
      { handle: "bags", name: "Bags", description: "Dry, tough and easy to stow." },
    ],
  },
  {
    handle: "camp-and-shore",
    name: "Camp & Shore",
    description: "For the nights between two harbours.",
    children: [
      {
        handle: "shelter-and-sleep",
        name: "Shelter & Sleep",
        description: "Tents, hammocks and warm cocoons.",
      },
      {
        handle: "camp-kitchen",
        name: "Camp Kitchen",
        description: "Hot coffee within five minutes of landing.",
      },
    ],
  },
  {
    handle: "cabin-and-home",
    name: "Cabin & Home",
    description: "Bring a little of the boat ashore.",
    children: [
      { handle: "light-and-warmth", name: "Light & Warmth", description: "Lamps, candles and wool." },
      { handle: "books-and-charts", name: "Books & Charts", description: "For evenings at anchor." },
      { handle: "gifts", name: "Gifts", description: "When only the recipient knows the size." },
    ],
  },
];

export const demoCollections = [
  { handle: "offshore-watch", title: "Offshore Watch" },
  { handle: "harbour-life", title: "Harbour Life" },
  { handle: "trail-and-tide", title: "Trail & Tide" },
  { handle: "night-passage", title: "Night Passage" },
  { handle: "slow-mornings", title: "Slow Mornings" },
] as const;
