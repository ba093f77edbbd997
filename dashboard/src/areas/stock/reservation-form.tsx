import { NumberInput, Select, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { EditForm } from "../../kit/form/edit-form.tsx";
import { useEditForm } from "../../kit/form/use-edit-form.ts";
import { nameOfItem } from "./stock-columns.ts";
import { itemsQuery, type Reservation } from "./stock-queries.ts";

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
            onChange={(id) => form.setFieldValue("inventory_item_id", id)}
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
      <NumberInput
        label={t("stock.quantity")}
        min={1}
        allowDecimal={false}
        required
        {...form.getInputProps("quantity")}
      />
      <TextInput label={t("stock.reason")} {...form.getInputProps("description")} />
    </EditForm>
  );
}

interface ItemProps {
  value: string;
  error: React.ReactNode;
  onChange(id: string): void;
}

/** The server searches for the typed text: a shop has thousands of items. */
function ItemSelect({ value, error, onChange }: ItemProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [label, setLabel] = useState("");
  const [q] = useDebouncedValue(typed === label ? "" : typed.trim(), 150);
  const { data } = useQuery({ ...itemsQuery(useApi(), q ? { q } : {}), placeholderData: keepPreviousData });
  const found = (data?.inventory_items ?? []).map((item) => ({
    value: item.id,
    label: [item.sku, nameOfItem(item)].filter(Boolean).join(" · "),
  }));
  const isKnown = found.some((choice) => choice.value === value);
  return (
    <Select
      label={t("stock.item")}
      description={t("stock.findHint")}
      data={value && !isKnown ? [{ value, label }, ...found] : found}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      onChange={(id, choice) => {
        setLabel(choice?.label ?? "");
        onChange(id ?? "");
      }}
      error={error}
      required
      nothingFoundMessage={t("find.nothing")}
    />
  );
}
