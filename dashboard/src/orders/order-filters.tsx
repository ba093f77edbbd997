import { Button, Group, MultiSelect, TextInput } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FULFILLMENT_STATUSES, ORDER_STATUSES, type OrderSearch, PAYMENT_STATUSES } from "./order-search.ts";

interface Props {
  search: OrderSearch;
  onShow(search: OrderSearch): void;
}

const FILTERS = [
  { name: "payment_status", values: PAYMENT_STATUSES, label: "orders.payment" },
  { name: "fulfillment_status", values: FULFILLMENT_STATUSES, label: "orders.fulfillment" },
  { name: "status", values: ORDER_STATUSES, label: "orders.status" },
] as const;

/** What the page shows is in its address: it can be sent to a colleague. */
export function OrderFilters({ search, onShow }: Props) {
  const { t } = useTranslation();
  const { page: _, ...filters } = search;
  const find = useDebouncedCallback(
    (q: string) => onShow(q ? { ...filters, q } : without(filters, "q")),
    250,
  );
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        key={search.q === undefined ? "empty" : "typed"}
        label={t("orders.find")}
        defaultValue={search.q ?? ""}
        onChange={({ currentTarget }) => find(currentTarget.value.trim())}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: "100%", sm: 220 }}
      />
      {FILTERS.map(({ name, values, label }) => (
        <MultiSelect
          key={name}
          label={t(label)}
          data={values.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={search[name] ?? []}
          onChange={(chosen) =>
            onShow(chosen.length > 0 ? { ...filters, [name]: chosen } : without(filters, name))
          }
          clearable
          w={{ base: "100%", sm: 200 }}
        />
      ))}
      <DatePickerInput
        type="range"
        label={t("orders.date")}
        value={[search.from ?? null, search.to ?? null]}
        onChange={([from, to]) =>
          onShow({ ...without(without(filters, "from"), "to"), ...(from && { from }), ...(to && { to }) })
        }
        clearable
        w={{ base: "100%", sm: 230 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("orders.clear")}
        </Button>
      )}
    </Group>
  );
}

function without(search: OrderSearch, name: keyof OrderSearch): OrderSearch {
  const { [name]: _, ...rest } = search;
  return rest;
}
