import { demoRegions } from "../regions.ts";
import type { ShopApi } from "../shop-api.ts";

/** The name of a new store. A store with another name is not renamed. */
export const DEFAULT_NAME = "Tradewind Store";
export const NAME = "Tradewind Outfitters";
const CHANNEL = "The web shop of Tradewind Outfitters";

interface Store {
  name: string;
  default_sales_channel_id: string;
  currencies: { code: string }[];
}

export async function openStore(api: ShopApi): Promise<void> {
  const { store } = await api.get<{ store: Store }>("/admin/store");
  if (store.name === DEFAULT_NAME) {
    await api.post(`/admin/sales-channels/${store.default_sales_channel_id}`, { description: CHANNEL });
    await api.post("/admin/store", { name: NAME });
  }
  const known = store.currencies.map(({ code }) => code);
  for (const code of new Set(demoRegions.map(({ currency }) => currency))) {
    if (!known.includes(code)) await api.post(`/admin/store/currencies/${code}`);
  }
}

const warehouse = {
  name: "Harbour warehouse",
  address: {
    address_1: "Kalvebod Brygge 12",
    city: "København",
    postal_code: "1560",
    country_code: "dk",
  },
};

/** The stock location of all demo products. Products that were created in another way get a stock level there, too. */
export async function loadLocation(api: ShopApi): Promise<void> {
  const known = await api.all<{ id: string; name: string }>("/admin/stock-locations", "stock_locations");
  const made = known.find(({ name }) => name === warehouse.name);
  if (made) await api.post(`/admin/stock-locations/${made.id}/carry-over-stock`);
  else await api.post("/admin/stock-locations", { ...warehouse, carry_over_stock: true });
}
