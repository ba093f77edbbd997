import { type DemoProduct, product } from "../product.ts";

const bags = { type: "Bag", category: "bags", origin: "pt", hsCode: "420292" };

export const bagsAndTotes: readonly DemoProduct[] = [
  product({
    ...bags,
    handle: "spindrift-dry-bag",
    code: "SDR",
    title: "Spindrift Roll-Top Dry Bag",
    subtitle: "Three turns and it is a buoy",
    description:
      "Welded tarpaulin with a stiff roll-top that seals by itself when pulled tight. Throw it in the dinghy, sit on it, leave it in the rain. The inside is pale, so you find the keys.",
    collection: "trail-and-tide",
    tags: ["waterproof", "bestseller"],
    material: "PVC-free tarpaulin",
    options: { Volume: ["10 l", "20 l", "35 l"], Colour: ["Rust", "Sea"] },
    price: { "10 l": [2900, 3200], "20 l": [3900, 4200], "35 l": [4900, 5400] },
    weight: { "10 l": 310, "20 l": 420, "35 l": 560 },
    picture: { kind: "dryBag", tints: ["rust", "sea"] },
  }),
  product({
    ...bags,
    handle: "shore-leave-duffel",
    code: "SLD",
    title: "Shore Leave Duffel",
    subtitle: "Forty litres, no hard corners",
    description:
      "Soft enough for a bunk locker, strong enough for a hold. Leather handles run right under the bag, so they carry the weight and the seams do not. A side pocket keeps wet things to themselves.",
    collection: "harbour-life",
    tags: ["travel", "leather"],
    material: "Cotton canvas, leather",
    options: { Colour: ["Sea", "Tar"] },
    price: [15900, 16900],
    weight: 1280,
    picture: { kind: "duffel", tints: ["sea", "tar"] },
  }),
  product({
    ...bags,
    handle: "coast-path-rucksack",
    code: "CPR",
    title: "Coast Path Rucksack",
    subtitle: "A day's walk and a swim",
    description:
      "Twenty-four litres with a lid that keeps out sideways rain. The back panel is stiff, the straps are wide and there is a place for a wet towel. Brass buckles can be opened with gloves on.",
    collection: "trail-and-tide",
    tags: ["travel", "everyday"],
    material: "Recycled polyester, leather",
    options: { Colour: ["Coral", "Moss", "Navy"] },
    price: [10900, 11500],
    weight: 940,
    picture: { kind: "rucksack", tints: ["coral", "moss"] },
  }),
  product({
    ...bags,
    handle: "second-sail-tote",
    code: "SST",
    title: "Second Sail Tote",
    subtitle: "Cut from retired sails",
    description:
      "Every bag is sewn from a sail that has done its miles, so each has its own stains and stitches. Rope handles, a flat base and one inside pocket for the phone. Rinse with a hose.",
    collection: "harbour-life",
    tags: ["recycled", "everyday", "gift idea"],
    material: "Reclaimed sailcloth",
    options: { Size: ["Market", "Beach"] },
    price: { Market: [4900, 5400], Beach: [6400, 6900] },
    weight: { Market: 380, Beach: 520 },
    picture: { kind: "tote", tints: ["navy", "rust"] },
  }),
];
