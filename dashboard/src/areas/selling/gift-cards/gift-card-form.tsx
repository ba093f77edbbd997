import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { MomentInput } from "../../../kit/inputs/date-inputs.tsx";
import { fromLocalTime, toLocalTime } from "../../../kit/inputs/moments.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { type GiftCard, readGiftCard } from "./gift-card-queries.ts";

interface Values extends Record<string, unknown> {
  balance: number | null;
  region_id: string;
  ends_at: string | null;
}

/** What can be changed of a card that is in use. Its value stays what it was issued for. */
export function GiftCardForm({ card }: { card: GiftCard }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const regions = useQuery(regionsQuery(api)).data ?? [];
  const edit = useEditForm<Values, unknown>({
    values: { balance: card.balance, region_id: card.region_id, ends_at: toLocalTime(card.ends_at) },
    refresh: ["gift-cards", "gift-card"],
    version: { read: card.updated_at, now: async () => (await readGiftCard(api, card.id)).updated_at },
    save: ({ balance, region_id, ends_at }) =>
      api.POST("/admin/gift-cards/{id}", {
        params: { path: { id: card.id } },
        body: { balance: balance!, region_id, ends_at: fromLocalTime(ends_at) },
      }),
    fieldOf: (message) => (/balance/i.test(message) ? "balance" : undefined),
    validate: { balance: (balance: number | null) => (balance === null ? t("form.required") : null) },
  });
  const { form } = edit;
  const currency = regions.find(({ id }) => id === form.values.region_id)?.currency_code;
  return (
    <EditForm edit={edit} mayEdit={may("gift-cards:write")}>
      <MoneyInput
        label={t("giftCards.balance")}
        required
        currency={currency ?? card.region?.currency_code ?? "usd"}
        value={form.values.balance}
        onChange={(balance) => form.setFieldValue("balance", balance)}
        error={form.errors["balance"]}
      />
      <Select
        label={t("giftCards.region")}
        description={t("giftCards.regionHint")}
        data={regions.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        {...form.getInputProps("region_id")}
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
