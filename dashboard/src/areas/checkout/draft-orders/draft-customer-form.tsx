import { Fieldset } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { knownCustomerQuery } from "../../../data/people/known-customer.ts";
import { countriesOf, regionCountriesQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import {
  AddressFields,
  addressBody,
  addressValues,
  isEmptyAddress,
} from "../../../kit/inputs/address-fields.tsx";
import { CustomerEmail } from "./customer-email.tsx";
import { changeDraft, type Draft, SHOWN_IN } from "./draft-queries.ts";

/** A known email takes the known customer. The bill goes where the goods go. */
export function DraftCustomerForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { cart } = draft;
  const { data: regions } = useQuery(regionCountriesQuery(api));
  const edit = useEditForm({
    values: { email: cart?.email ?? "", shipping_address: addressValues(cart?.shipping_address) },
    validate: { email: (value) => (value.includes("@") ? null : t("form.emailNeeded")) },
    async save({ email, shipping_address: address }) {
      const isNewEmail = email.trim().toLowerCase() !== cart?.email?.toLowerCase();
      const known = isNewEmail ? await queryClient.fetchQuery(knownCustomerQuery(api, email)) : null;
      const sent = isEmptyAddress(address) ? null : addressBody(address);
      return changeDraft(api, draft.id, {
        ...(isNewEmail && (known ? { customer_id: known.id } : { email: email.trim() })),
        ...(sent && { shipping_address: sent, billing_address: sent }),
      });
    },
    refresh: SHOWN_IN,
  });
  return (
    <EditForm edit={edit}>
      <CustomerEmail {...edit.form.getInputProps("email")} />
      <Fieldset legend={t("order.shippingAddress")}>
        <AddressFields
          countries={countriesOf(regions, cart?.region_id ?? "")}
          propsOf={(field) => edit.form.getInputProps(`shipping_address.${field}`)}
        />
      </Fieldset>
    </EditForm>
  );
}
