import { Alert, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { valueOfLines } from "../../../data/shop/delivery-options.ts";
import { DeliveryOptionsSelect } from "../../../data/shop/delivery-options-select.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { type Draft, sendDraftBy } from "./draft-queries.ts";

/** How the goods are sent. Changed goods may need another way. */
export function DraftShipping({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const action = useAction(["drafts"]);
  const [price, setPrice] = useState<number | null>(null);
  const { cart } = draft;
  if (!cart) return null;
  const currency = cart.region?.currency_code ?? "eur";
  const [method] = cart.shipping_methods;
  const choose = (optionId: string | null) =>
    optionId &&
    action.start({ run: () => sendDraftBy(api, draft.id, { optionId, price }), done: t("form.saved") });
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t("drafts.shipping")}
        </Title>
        {!method && <Alert color="orange">{t("drafts.noShipping")}</Alert>}
        {may("orders:write") ? (
          <Group align="flex-start">
            <DeliveryOptionsSelect
              label={t("drafts.shippingBy")}
              regionId={cart.region_id}
              currency={currency}
              // With a price of the merchant every option can be chosen.
              goods={price === null ? valueOfLines(cart.items) : null}
              value={method?.shipping_option_id ?? null}
              onChange={choose}
              disabled={action.isPending}
            />
            {may("payments:write") && (
              <MoneyInput
                label={t("drafts.shippingPrice")}
                placeholder={t("drafts.usualPrice")}
                currency={currency}
                value={price}
                onChange={setPrice}
                onBlur={() => price !== null && method && choose(method.shipping_option_id)}
                w={200}
              />
            )}
          </Group>
        ) : (
          <Text>{method?.shipping_option?.name}</Text>
        )}
      </Stack>
    </Paper>
  );
}
