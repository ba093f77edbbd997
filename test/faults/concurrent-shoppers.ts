import type { Bought, Shopper } from "./shopper.ts";

/** Called when a shopper has to wait, and when they continue. */
export interface Patience {
  waits(): void;
  goesOn(): void;
}

/** Shoppers who come one after the other: so many are always at work, those who have to wait make room for others. */
export class ConcurrentShoppers {
  private readonly purchases: Promise<Bought>[] = [];
  private readonly inside = new Set<Shopper>();
  private atWork = 0;
  private isOpen = true;

  constructor(
    private readonly size: number,
    private readonly next: (number: number, patience: Patience) => Shopper,
  ) {}

  /** Lets shoppers in until the work is done, then waits for what the last of them bought. */
  async during(work: () => Promise<void>): Promise<Bought[]> {
    this.letIn();
    try {
      await work();
    } finally {
      this.isOpen = false;
    }
    return Promise.all(this.purchases);
  }

  /** The paths of the requests that are running now. */
  steps = (): string[] => [...this.inside].map(({ step }) => step).filter((step) => step !== "");

  private letIn(): void {
    while (this.isOpen && this.atWork < this.size) {
      const purchase = this.enter();
      // It is looked at when the work is done.
      purchase.catch(() => {});
      this.purchases.push(purchase);
    }
  }

  private async enter(): Promise<Bought> {
    this.atWork++;
    const shopper = this.next(this.purchases.length, { waits: this.waits, goesOn: this.goesOn });
    this.inside.add(shopper);
    try {
      return await shopper.buys();
    } finally {
      this.inside.delete(shopper);
      this.waits();
    }
  }

  private waits = (): void => {
    this.atWork--;
    this.letIn();
  };

  private goesOn = (): void => {
    this.atWork++;
  };
}
