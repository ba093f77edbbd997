import type { ShopApi } from "../shop-api.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

const reasons = [
  { value: "wrong_size", label: "Wrong size", description: "It does not fit" },
  { value: "changed_mind", label: "Changed my mind", description: "It is not what I was looking for" },
  { value: "damaged", label: "Damaged", description: "It did not survive the way" },
];

/** Returns the ids of the return reasons by value. */
export async function loadReturnReasons(api: ShopApi): Promise<Map<string, string>> {
  const create = creating(api, "/admin/return-reasons", "return_reason");
  const { return_reasons: made } = await api.get<{ return_reasons: { id: string; value: string }[] }>(
    "/admin/return-reasons",
  );
  return makeMissing({
    items: reasons,
    keyOf: ({ value }) => value,
    existing: await idsBy("value", Promise.resolve(made)),
    make: (reason) => create(reason),
  });
}
