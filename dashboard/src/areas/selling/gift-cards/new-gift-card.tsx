import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { regionsQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { MomentInput } from "../../../kit/inputs/date-inputs.tsx";
import { fromLocalTime } from "../../../kit/inputs/moments.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";

interface Values extends Record<string, unknown> {
  region_id: string | null;
  value: number | null;
  ends_at: string | null;
}

const EMPTY: Values = { region_id: null, value: null, ends_at: null };

/** A card that was not bought: a present, or an apology. */
export function NewGiftCard({ onIssued }: { onIssued(id: string): unknown }) {
  const { t } = useTranslation();
  const api = useApi();
  const regions = useQuery(regionsQuery(api)).data ?? [];
  const edit = useEditForm<Values, string>({
    values: EMPTY,
    refresh: ["gift-cards"],
    saved: t("giftCards.isIssued"),
    async save({ region_id, value, ends_at }) {
      const body = { region_id: region_id!, value: value!, ends_at: fromLocalTime(ends_at) };
      return (await api.POST("/admin/gift-cards", { body })).data!.gift_card.id;
    },
    onSaved: onIssued,
    validate: {
      region_id: (region: string | null) => (region ? null : t("form.required")),
      value: (value: number | null) => (value ? null : t("form.required")),
    },
  });
  const { form } = edit;
  const currency = regions.find(({ id }) => id === form.values.region_id)?.currency_code;
  return (
    <EditForm edit={edit} submit={t("giftCards.issue")}>
      <Select
        label={t("giftCards.region")}
        description={t("giftCards.regionHint")}
        required
        data-autofocus
        data={regions.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("region_id")}
      />
      <MoneyInput
        label={t("giftCards.value")}
        required
        currency={currency ?? "usd"}
        disabled={currency === undefined}
        value={form.values.value}
        onChange={(value) => form.setFieldValue("value", value)}
        error={form.errors["value"]}
      />
      <MomentInput
        label={t("giftCards.ends")}
        placeholder={t("giftCards.noEnd")}
        clearable
        {...form.getInputProps("ends_at")}
      />
    </EditForm>
  );
}
