import { Anchor, Button, Group, Paper, Stack, TagsInput, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressLines } from "../../../data/people/address-lines.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { DraftCustomerForm } from "./draft-customer-form.tsx";
import { type Draft, SHOWN_IN, setDiscounts } from "./draft-queries.ts";

/** Who gets the goods, and where. */
export function DraftCustomer({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const { nameOf } = useCountries();
  const action = useAction(SHOWN_IN);
  const [isOpen, setIsOpen] = useState(false);
  const canChange = useMay()("orders:write") && draft.status === "open";
  const { cart } = draft;
  if (!cart) return null;
  const codes = cart.discounts.map(({ code }) => code ?? "").filter(Boolean);
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Group justify="space-between" mb="xs">
            <Title order={2} size="h4">
              {t("order.customer")}
            </Title>
            {canChange && (
              <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
                {t("drafts.changeCustomer")}
              </Button>
            )}
          </Group>
          {cart.customer ? (
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to="/customers/$id" params={{ id: cart.customer!.id }} />
              )}
            >
              {cart.email}
            </Anchor>
          ) : (
            <Text>{cart.email}</Text>
          )}
        </div>
        <div>
          <Title order={2} size="h4" mb="xs">
            {t("order.shippingAddress")}
          </Title>
          <Text component="address" fs="normal" style={{ whiteSpace: "pre-line" }}>
            {addressLines(cart.shipping_address, nameOf).join("\n") || t("order.noAddress")}
          </Text>
        </div>
        <TagsInput
          label={t("drafts.codes")}
          value={codes}
          disabled={!canChange || action.isPending}
          onChange={(changed) =>
            action.start({ run: () => setDiscounts(api, draft.id, changed), done: t("form.saved") })
          }
        />
      </Stack>
      <FormDialog
        title={t("drafts.changeCustomer")}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        size="lg"
      >
        <DraftCustomerForm draft={draft} />
      </FormDialog>
    </Paper>
  );
}
