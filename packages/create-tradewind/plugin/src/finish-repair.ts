import { sql } from "tradewind/plugin";
import type { RepairShop } from "./repairs.ts";

/** The row, a note for the colleagues and the event: all of them, or nothing. */
export const finishRepair = (shop: RepairShop, id: number): Promise<void> =>
  shop.transaction(async (tx) => {
    const repair = await tx.db
      .updateTable("repair")
      .set({ finished_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .returning(["customer_id", "what"])
      .executeTakeFirst();
    if (!repair) throw shop.refusal("not_found", "There is no open repair with this id");
    const { customer_id, what } = repair;
    await tx.api.as({ role: "Owner" }).createAdminNote({
      body: { resource_type: "customer", resource_id: customer_id, value: `Repaired: ${what}` },
    });
    await tx.emit("{{name}}.finished", { id: String(id), customer_id });
  });
