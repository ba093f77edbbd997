import type { PersistentClient } from "../support/clients/persistent-client.ts";
import type { RandomSource } from "./random-source.ts";
import { Refused, shown, told, type World } from "./world.ts";

interface ShownLine {
  id: string;
  variant_id: string;
  quantity: number;
}

const written = (pieces: ReadonlyMap<string, number>) =>
  JSON.stringify([...pieces].filter(([, quantity]) => quantity > 0).sort());

/**
 * The lines of one cart, and what they must be: after a change that was granted, or is known to have been carried out,
 * what was wanted; after a refusal what was there before.
 */
export class Basket {
  private pieces = new Map<string, number>();

  constructor(
    private readonly world: World,
    private readonly client: PersistentClient,
    readonly cartId: string,
  ) {
    this.remember();
  }

  get isEmpty(): boolean {
    return this.pieces.size === 0;
  }

  private get path(): string {
    return `/store/carts/${this.cartId}`;
  }

  async add(variantId: string, quantity: number): Promise<void> {
    const after = new Map(this.pieces).set(variantId, (this.pieces.get(variantId) ?? 0) + quantity);
    await this.changed(after, () =>
      told(this.client, `${this.path}/line-items`, { variant_id: variantId, quantity }),
    );
  }

  async setSome(random: RandomSource): Promise<void> {
    const line = random.pick(await this.lines());
    const quantity = random.whole(1, 3);
    const after = new Map(this.pieces).set(line.variant_id, quantity);
    await this.changed(after, () => told(this.client, `${this.path}/line-items/${line.id}`, { quantity }));
  }

  async removeSome(random: RandomSource): Promise<void> {
    await this.remove(random.pick(await this.lines()));
  }

  async removeVariant(variantId: string): Promise<void> {
    const line = (await this.lines()).find(({ variant_id }) => variant_id === variantId);
    if (line) await this.remove(line);
  }

  /** Looks, and says when something else is there. */
  async check(): Promise<void> {
    const found = new Map((await this.lines()).map(({ variant_id, quantity }) => [variant_id, quantity]));
    if (written(found) === written(this.pieces)) return;
    this.world.memory.violation(
      `cart ${this.cartId} has ${written(found)} where ${written(this.pieces)} was acknowledged`,
    );
    this.pieces = found;
  }

  private async remove({ id, variant_id }: ShownLine): Promise<void> {
    const answer = await this.client.delete(`${this.path}/line-items/${id}`);
    // An earlier attempt whose answer was lost may have removed it.
    if (answer.status >= 400 && answer.status !== 404) throw new Refused(answer);
    this.pieces.delete(variant_id);
    this.remember();
  }

  private async changed(after: Map<string, number>, change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
      this.pieces = after;
      this.remember();
    } catch (error) {
      if (!(error instanceof Refused)) this.world.memory.carts.delete(this.cartId);
      throw error;
    }
  }

  private async lines(): Promise<ShownLine[]> {
    return (await shown(this.client, this.path)).cart.items;
  }

  private remember(): void {
    this.world.memory.carts.set(this.cartId, new Map(this.pieces));
  }
}
