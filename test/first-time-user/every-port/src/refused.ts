// What the types do not allow. It is compiled, and in no package.
import { definePlugin, type PaymentProvider, Type, tables } from "tradewind/plugin";
import type { Tables } from "./tables.ts";

// @ts-expect-error There is no such status.
export const status: Awaited<ReturnType<PaymentProvider["authorize"]>> = { status: "maybe", data: {} };

export default definePlugin({
  name: "refused",
  tables: tables<Tables>(),
  events: { "refused.counted": Type.Object({ id: Type.String() }) },
  jobs: { count: { run: async () => {} } },
  register({ shop, on }) {
    on("order.placed", () =>
      shop.transaction(async (tx) => {
        // @ts-expect-error There is no such event.
        await tx.emit("refused.lost", { id: "1" });
        // @ts-expect-error The id is a text.
        await tx.emit("refused.counted", { id: 1 });
        // @ts-expect-error There is no such job.
        await tx.enqueue("other");
        // @ts-expect-error There is no such column.
        await tx.db.selectFrom("seen").select("when").execute();
        // @ts-expect-error There is no such operation.
        tx.api.as({ role: "Owner" }).getOrder;
        // @ts-expect-error An id is a text.
        tx.api.as({ role: "Owner" }).getAdminOrder({ path: { id: 1 } });
      }),
    );
  },
  // @ts-expect-error There is no such rule.
  rules: { basket: () => null },
});
