import { aShopper, home } from "../factories/customers.ts";
import type { FuzzShop } from "./fuzz-shop.ts";
import { API_TOKEN } from "./populated.ts";
import type { Planned } from "./requests.ts";
import type { Context } from "./things.ts";

export interface Caller {
  headers: Record<string, string>;
  /** What the caller has themselves. */
  context: Context;
}

let made = 0;

const nobody = (): Caller => ({ headers: {}, context: new Map() });

/** Whose credentials requests carry. A customer whose password was changed is followed by another one. */
export class Callers {
  private customer: { id: string; token: string } | undefined;

  constructor(private readonly shop: FuzzShop) {}

  /** `onNew` is called when a customer had to sign up first. */
  async of(
    { operation: { path, needsCredential }, caller }: Planned,
    onNew: () => Promise<unknown>,
  ): Promise<Caller> {
    if (caller === "nobody") return nobody();
    const isAdmin = path.startsWith("/admin") !== (caller === "the other surface");
    if (isAdmin && caller !== "a customer")
      return { headers: { "x-medusa-access-token": API_TOKEN }, context: new Map() };
    if (!needsCredential && caller === "its own") return nobody();
    if (!this.customer) {
      this.customer = await this.aCustomer();
      await onNew();
    }
    const { id, token } = this.customer;
    return { headers: { authorization: `Bearer ${token}` }, context: new Map([["customer", id]]) };
  }

  /** The credential was not accepted. */
  forget(): void {
    this.customer = undefined;
  }

  private async aCustomer() {
    const { browser, id, email, password } = await aShopper(this.shop, {
      email: `caller-${++made}@example.com`,
    });
    await browser.post("/store/customers/me/addresses", { address: home });
    const { body } = await browser.post("/store/auth/token", { email, password });
    return { id, token: body.access_token as string };
  }
}
