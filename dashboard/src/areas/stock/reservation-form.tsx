import { Select, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { EditForm } from "../../kit/form/edit-form.tsx";
import { useEditForm } from "../../kit/form/use-edit-form.ts";
import { NumberInput } from "../../kit/inputs/number-input.tsx";
import { ItemSelect } from "./item-select.tsx";
import type { Reservation } from "./stock-queries.ts";

interface Props {
  /** Null: a new reservation. Of an existing one the quantity and the reason can be changed. */
  reservation: Reservation | null;
  locations: readonly { id: string; name: string }[];
}

export function ReservationForm({ reservation, locations }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const required = isNotEmpty(t("form.required"));
  const edit = useEditForm({
    values: {
      inventory_item_id: reservation?.inventory_item_id ?? "",
      location_id: reservation?.location_id ?? locations[0]?.id ?? "",
      quantity: reservation?.quantity ?? 1,
      description: reservation?.description ?? "",
    },
    validate: {
      inventory_item_id: required,
      location_id: required,
      quantity: (quantity) => (Number(quantity) >= 1 ? null : t("form.required")),
    },
    save({ inventory_item_id, location_id, quantity, description }) {
      const text = description.trim();
      if (reservation)
        return api.POST("/admin/reservations/{id}", {
          params: { path: { id: reservation.id } },
          body: { quantity, description: text || null },
        });
      const body = { inventory_item_id, location_id, quantity, ...(text && { description: text }) };
      return api.POST("/admin/reservations", { body });
    },
    fieldOf: (message) => (/quantity|stock/i.test(message) ? "quantity" : undefined),
    refresh: ["stock"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={reservation ? t("action.save") : t("stock.reserve")}>
      {reservation === null && (
        <>
          <ItemSelect
            value={form.values.inventory_item_id}
            error={form.errors["inventory_item_id"]}
            onChange={(item) => form.setFieldValue("inventory_item_id", item?.id ?? "")}
          />
          <Select
            label={t("stock.location")}
            data={locations.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            required
            {...form.getInputProps("location_id")}
          />
        </>
      )}
      <NumberInput label={t("stock.quantity")} min={1} required {...form.getInputProps("quantity")} />
      <TextInput label={t("stock.reason")} {...form.getInputProps("description")} />
    </EditForm>
  );
}
