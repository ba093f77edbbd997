import { Alert, Badge, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { VariantSelect } from "../../../data/catalogue/variant-select.tsx";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { orderQuery } from "../../../data/orders/order-queries.ts";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useNewLineFields } from "../../../data/platform/custom-fields/line-fields.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { EditLines } from "./edit-lines.tsx";
import { EditTotals } from "./edit-totals.tsx";
import { addToEdit, isOpenEdit, type OrderEdit, orderEditsQuery, startEdit } from "./order-edit-queries.ts";

export const orderEditRoute = createLazyRoute("/shell/orders/$id/edit")({ component: OrderEditPage });

const SHOWN_IN = ["order-edits", "order", "orders"];

type Order = Schemas["AdminOrder"];

function OrderEditPage() {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const api = useApi();
  const { id } = useParams({ from: "/shell/orders/$id/edit" });
  const { data: order, error } = useQuery(orderQuery(api, id));
  const edits = useQuery(orderEditsQuery(api, id));
  const work = useOrderWork();
  const failure = error ?? edits.error;
  if (failure) return <PageError error={failure} reset={() => void edits.refetch()} />;
  if (!order || !edits.data) return <PageLoading />;
  const edit = edits.data.find(isOpenEdit);
  return (
    <Stack>
      <BackLink to="/orders/$id" params={{ id }}>
        {t("order.title", { number: numberOf(order) })}
      </BackLink>
      <Group gap="sm">
        <PageTitle>{t("edit.title", { number: numberOf(order) })}</PageTitle>
        {edit && <Badge tt="none">{t(`edit.status.${edit.status}`)}</Badge>}
      </Group>
      {edit ? (
        <OpenEdit order={order} edit={edit} />
      ) : (
        <Stack align="flex-start">
          <Text>{t("edit.none")}</Text>
          <Button loading={work.isPending} onClick={() => work.mutate(() => startEdit(api, id))}>
            {t("edit.start")}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function OpenEdit({ order, edit }: { order: Order; edit: OrderEdit }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const work = useOrderWork();
  const newLine = useNewLineFields(SHOWN_IN);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack>
          {edit.status === "requested" && <Alert color="sea">{t("edit.requestedText")}</Alert>}
          <EditLines order={order} edit={edit} />
          <VariantSelect
            label={t("edit.add")}
            context={{ region_id: order.region_id, currency_code: order.currency_code }}
            onChoose={(variant) =>
              newLine.ask(variant.title, (fields) =>
                fields.custom_fields
                  ? addToEdit(api, edit.id, { variantId: variant.id, ...fields })
                  : work.mutate(() => addToEdit(api, edit.id, { variantId: variant.id })),
              )
            }
          />
          {newLine.dialog}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <EditTotals
          order={order}
          edit={edit}
          onEnded={() => navigate({ to: "/orders/$id", params: { id: order.id } })}
        />
      </Grid.Col>
    </Grid>
  );
}
