import { Grid, Paper, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { DiscountButtons } from "./discount-buttons.tsx";
import { DiscountFigures } from "./discount-figures.tsx";
import { type Discount, discountQuery, readDiscount } from "./discount-queries.ts";
import { DiscountStateBadge } from "./discount-state.tsx";
import { DynamicCodes } from "./dynamic-codes.tsx";
import { conditionsQuery, type KnownConditions } from "./form/discount-conditions.ts";
import { DiscountFields } from "./form/discount-fields.tsx";
import { saveDiscount, valuesOf } from "./form/discount-values.ts";
import { useDiscountForm } from "./form/use-discount-form.ts";
import { DiscountTrial } from "./trial/discount-trial.tsx";

export const discountRoute = createLazyRoute("/shell/discounts/$id")({ component: DiscountPage });

function DiscountPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { id } = useParams({ from: "/shell/discounts/$id" });
  return (
    <DetailPage
      of={useQuery(discountQuery(useApi(), id))}
      back={<BackLink to="/discounts">{t("discounts.back")}</BackLink>}
    >
      {(discount) => ({
        title: discount.code,
        badges: <DiscountStateBadge discount={discount} />,
        actions: may("discounts:write") && <DiscountButtons discount={discount} />,
        body: (
          <Grid>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Paper withBorder p="md">
                <Known discount={discount} />
              </Paper>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack>
                <DiscountFigures discount={discount} />
                <DiscountTrial discount={discount} />
                {discount.is_dynamic && <DynamicCodes discount={discount} />}
              </Stack>
            </Grid.Col>
          </Grid>
        ),
      })}
    </DetailPage>
  );
}

function Known({ discount }: { discount: Discount }) {
  const { data, error } = useQuery(conditionsQuery(useApi(), discount));
  if (error) return <PageError error={error} />;
  return data ? <DiscountForm discount={discount} known={data} /> : <PageLoading />;
}

function DiscountForm({ discount, known }: { discount: Discount; known: KnownConditions }) {
  const api = useApi();
  const may = useMay();
  const fields = useCustomFields("discount");
  const edit = useDiscountForm({
    values: valuesOf(discount, { conditions: known.conditions, fields }),
    save: (values) => saveDiscount({ api, fields }, discount, values),
    version: {
      read: discount.updated_at,
      now: async () => (await readDiscount(api, discount.id)).updated_at,
    },
  });
  return (
    <EditForm edit={edit} mayEdit={may("discounts:write")}>
      <DiscountFields form={edit.form} isNew={false} names={known.names} />
    </EditForm>
  );
}
