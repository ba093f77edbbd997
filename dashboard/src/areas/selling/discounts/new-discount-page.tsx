import { Paper, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import type { Choice } from "../../../kit/inputs/countries.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type Discount, discountQuery } from "./discount-queries.ts";
import { conditionsQuery } from "./form/discount-conditions.ts";
import { DiscountFields } from "./form/discount-fields.tsx";
import {
  copyOf,
  createDiscount,
  type DiscountValues,
  newDiscount,
  valuesOf,
} from "./form/discount-values.ts";
import { useDiscountForm } from "./form/use-discount-form.ts";

export const newDiscountRoute = createLazyRoute("/shell/discounts/new")({ component: NewDiscountPage });

function NewDiscountPage() {
  const api = useApi();
  const fields = useCustomFields("discount");
  const { like } = useSearch({ from: "/shell/discounts/new" });
  const { data: discount, error } = useQuery({
    ...discountQuery(api, like ?? ""),
    enabled: like !== undefined,
  });
  if (like === undefined) return <NewDiscount values={newDiscount(fields)} names={[]} />;
  if (error) return <PageError error={error} />;
  return discount ? <CopiedDiscount discount={discount} /> : <PageLoading />;
}

function CopiedDiscount({ discount }: { discount: Discount }) {
  const fields = useCustomFields("discount");
  const { data: known, error } = useQuery(conditionsQuery(useApi(), discount));
  if (error) return <PageError error={error} />;
  if (!known) return <PageLoading />;
  return (
    <NewDiscount
      values={copyOf(valuesOf(discount, { conditions: known.conditions, fields }))}
      names={known.names}
    />
  );
}

function NewDiscount({ values, names }: { values: DiscountValues; names: readonly Choice[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const fields = useCustomFields("discount");
  const edit = useDiscountForm({
    values,
    save: (given) => createDiscount({ api, fields }, given),
    onSaved: ({ id }) => navigate({ to: "/discounts/$id", params: { id } }),
  });
  return (
    <Stack maw={720}>
      <BackLink to="/discounts">{t("discounts.back")}</BackLink>
      <PageTitle>{t("discounts.new")}</PageTitle>
      <Paper withBorder p="md">
        <EditForm edit={edit} submit={t("discounts.create")}>
          <DiscountFields form={edit.form} isNew names={names} />
        </EditForm>
      </Paper>
    </Stack>
  );
}
