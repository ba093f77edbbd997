import { Anchor, Button, Group, Paper, Stack, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { groupsQuery, PAGE_SIZE } from "../customers/customer-queries.ts";

export const groupsRoute = createLazyRoute("/shell/customer-groups")({ component: GroupsPage });

function GroupsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/customer-groups" });
  const { data } = useQuery(groupsQuery(useApi(), search));
  const dialog = useDialog<null>();
  return (
    <Stack>
      <BackLink to="/customers">{t("customers.back")}</BackLink>
      <Group justify="space-between">
        <PageTitle>{t("customers.groups")}</PageTitle>
        {may("customers:write") && (
          <Button onClick={() => dialog.open(null)}>{t("customers.newGroup")}</Button>
        )}
      </Group>
      <SearchInput
        label={t("orders.find")}
        value={search.q}
        onFind={(q) => navigate({ to: "/customer-groups", search: q ? { q } : {} })}
      />
      <Paper withBorder>
        <Table aria-label={t("customers.groups")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("customers.groupName")}</Table.Th>
              <Table.Th>{t("customers.groupSince")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(data?.customer_groups ?? []).map(({ id, name, created_at }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor
                    fw={600}
                    renderRoot={(props) => <Link {...props} to="/customer-groups/$id" params={{ id }} />}
                  >
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td>{format.date(created_at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {data?.count === 0 && (
          <Text p="xl" ta="center" c="dimmed">
            {t("customers.noneOfGroups")}
          </Text>
        )}
      </Paper>
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => navigate({ to: "/customer-groups", search: { ...search, page } })}
      >
        {t("customers.groupCount", { count: data?.count ?? 0 })}
      </ListFooter>
      <FormDialog title={t("customers.newGroup")} opened={dialog.opened} onClose={dialog.close}>
        <GroupForm />
      </FormDialog>
    </Stack>
  );
}

/** A new group, or the name of an old one. */
export function GroupForm({ group }: { group?: { id: string; name: string } }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const edit = useEditForm({
    values: { name: group?.name ?? "" },
    validate: { name: (value) => (value.trim() === "" ? t("form.required") : null) },
    refresh: ["customer-groups", "customer", "customers"],
    async save({ name }) {
      const body = { name: name.trim() };
      const { data } = group
        ? await api.POST("/admin/customer-groups/{id}", { params: { path: { id: group.id } }, body })
        : await api.POST("/admin/customer-groups", { body });
      return data!.customer_group.id;
    },
    fieldOf: () => "name",
    onSaved: (id) => group || navigate({ to: "/customer-groups/$id", params: { id } }),
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("customers.groupName")} data-autofocus {...edit.form.getInputProps("name")} />
    </EditForm>
  );
}
