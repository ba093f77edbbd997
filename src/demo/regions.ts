/** Amounts in minor units of the region's currency. */
export type DemoShippingOption = {
  name: string;
  amount: number;
  /** Offered from this subtotal on. */
  fromSubtotal?: number;
  isReturn?: boolean;
  /** For gift cards, which travel by e-mail. */
  forGiftCards?: boolean;
};

export type DemoRegion = {
  name: string;
  currency: "eur" | "usd";
  taxRate: number;
  countries: readonly string[];
  /** Rates that replace `taxRate` for products of some types. */
  typeRates: readonly { name: string; code: string; rate: number; types: readonly string[] }[];
  shipping: readonly DemoShippingOption[];
};

/** Gift cards are not taxed when they are sold. The goods that they pay for are taxed. */
const untaxedGiftCards = { name: "Gift cards", code: "gift-cards", rate: 0, types: ["Gift card"] };

export const europe: DemoRegion = {
  name: "Europe",
  currency: "eur",
  taxRate: 25,
  countries: ["dk", "se", "de", "fr", "es", "it", "nl", "ie", "pt", "fi"],
  typeRates: [{ name: "Reduced rate", code: "reduced", rate: 20, types: ["Book"] }, untaxedGiftCards],
  shipping: [
    { name: "Standard delivery", amount: 690 },
    { name: "Express delivery", amount: 1490 },
    { name: "Free standard delivery", amount: 0, fromSubtotal: 15000 },
    { name: "Gift card by e-mail", amount: 0, forGiftCards: true },
    { name: "Return by post", amount: 490, isReturn: true },
  ],
};

export const unitedStates: DemoRegion = {
  name: "United States",
  currency: "usd",
  taxRate: 7,
  countries: ["us"],
  typeRates: [untaxedGiftCards],
  shipping: [
    { name: "Standard shipping", amount: 890 },
    { name: "Express shipping", amount: 1990 },
    { name: "Free standard shipping", amount: 0, fromSubtotal: 17500 },
    { name: "Gift card by e-mail", amount: 0, forGiftCards: true },
    { name: "Return by mail", amount: 690, isReturn: true },
  ],
};

/** A cart without a region gets the oldest one: Europe stays first. */
export const demoRegions: readonly DemoRegion[] = [europe, unitedStates];
