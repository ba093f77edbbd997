import type { Schemas } from "@tradewind/client";
import { CustomFieldsCard } from "../../../data/platform/custom-fields/custom-fields-card.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";

/** The fields that the shop has added to orders. */
export function OrderFields({ order }: { order: Schemas["AdminOrder"] }) {
  const api = useApi();
  const may = useMay();
  return (
    <CustomFieldsCard
      entity="order"
      row={order}
      mayEdit={may("orders:write")}
      refresh={["order", "orders"]}
      save={(body) => api.POST("/admin/orders/{id}", { params: { path: { id: order.id } }, body })}
    />
  );
}
