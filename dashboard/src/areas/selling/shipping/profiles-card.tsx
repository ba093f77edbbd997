import { Button, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { findProducts } from "../../../data/catalogue/product-choices.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { shippingProfilesQuery } from "./shipping-queries.ts";

type Profile = Schemas["ShippingProfile"];

/** Products of a profile are sent by its options only. */
export function ProfilesCard() {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const profiles = useQuery(shippingProfilesQuery(useApi()));
  const dialog = useDialog<Profile>();
  const columns = useColumns(may ? dialog.open : null);
  return (
    <Card
      title={t("settings.profiles.title")}
      text={t("settings.profiles.text")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("settings.profiles.create")}</Button>}
    >
      <Loaded of={profiles} isPart>
        {(data) => (
          <RowsTable caption={t("settings.profiles.title")} rows={data} columns={columns} empty="–" />
        )}
      </Loaded>
      <FormDialog
        title={dialog.row ? dialog.row.name : t("settings.profiles.create")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <ProfileForm profile={dialog.row} />
      </FormDialog>
    </Card>
  );
}

function useColumns(onEdit: ((profile: Profile) => void) | null): Column<Profile>[] {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["shipping-profiles", "shipping-options"]);
  return useMemo(() => {
    const remove = ({ id, name }: Profile) =>
      start({
        question: {
          title: t("settings.removeTitle", { name }),
          text: t("settings.profiles.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/shipping-profiles/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name }),
      });
    return [
      { id: "name", header: t("settings.name"), cell: ({ name }) => name },
      {
        id: "type",
        header: t("settings.profiles.type"),
        cell: ({ type }) => t(`settings.profiles.types.${type}`),
      },
      {
        id: "buttons",
        header: "",
        cell: (profile) =>
          onEdit && (
            <RowButtons
              name={profile.name}
              onEdit={() => onEdit(profile)}
              onRemove={profile.type === "custom" ? () => void remove(profile) : undefined}
            />
          ),
      },
    ];
  }, [t, api, start, onEdit]);
}

function ProfileForm({ profile }: { profile: Profile | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { name: profile?.name ?? "", products: [] as string[] },
    validate: { name: isNotEmpty(t("form.required")) },
    async save({ name, products }) {
      const id = profile?.id ?? (await createProfile(name));
      const body = { name, ...(products.length > 0 && { products }) };
      return api.POST("/admin/shipping-profiles/{id}", { params: { path: { id } }, body });
    },
    refresh: ["shipping-profiles"],
  });
  const createProfile = async (name: string) => {
    const { data } = await api.POST("/admin/shipping-profiles", { body: { name, type: "custom" } });
    return data!.shipping_profile.id;
  };
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={profile ? t("action.save") : t("action.create")}>
      <TextInput label={t("settings.name")} required data-autofocus {...form.getInputProps("name")} />
      <FoundMultiSelect
        label={t("settings.profiles.move")}
        description={t("settings.profiles.moveText")}
        searchKey={["products", "choices"]}
        find={(text) => findProducts(api, text)}
        {...form.getInputProps("products")}
      />
    </EditForm>
  );
}
