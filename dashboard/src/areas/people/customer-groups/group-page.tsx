import { Anchor, Button, Group, Paper, Select, Stack, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nameOf } from "../../../data/people/customer-name.ts";
import { CustomFieldsCard } from "../../../data/platform/custom-fields/custom-fields-card.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { foundCustomersQuery, groupQuery, membersQuery, PAGE_SIZE } from "../customers/customer-queries.ts";
import { GroupForm } from "./group-form.tsx";

export const groupRoute = createLazyRoute("/shell/customer-groups/$id")({ component: GroupPage });

const SHOWN_IN = ["customer-groups", "customer", "customers"];

function GroupPage() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const { id } = useParams({ from: "/shell/customer-groups/$id" });
  const { data: group, error, refetch } = useQuery(groupQuery(api, id));
  const dialog = useDialog<null>();
  const action = useAction(SHOWN_IN);
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!group) return <PageLoading />;
  const remove = () =>
    action.start({
      question: {
        title: t("customers.deleteGroup", { name: group.name }),
        text: t("customers.deleteGroupText"),
        confirm: t("customers.delete"),
      },
      run: () => api.DELETE("/admin/customer-groups/{id}", { params: { path: { id } } }),
      done: t("customers.groupDeleted"),
      onDone: () => navigate({ to: "/customer-groups" }),
    });
  return (
    <Stack>
      <BackLink to="/customer-groups">{t("customers.groups")}</BackLink>
      <Group justify="space-between">
        <PageTitle>{group.name}</PageTitle>
        {may("customers:write") && (
          <Group gap="xs">
            <Button variant="default" onClick={() => dialog.open(null)}>
              {t("customers.rename")}
            </Button>
            <Button variant="default" onClick={remove}>
              {t("customers.delete")}
            </Button>
          </Group>
        )}
      </Group>
      <CustomFieldsCard
        entity="customer_group"
        row={group}
        mayEdit={may("customers:write")}
        refresh={SHOWN_IN}
        save={(body) => api.POST("/admin/customer-groups/{id}", { params: { path: { id } }, body })}
      />
      <Members id={id} />
      <FormDialog title={t("customers.rename")} opened={dialog.opened} onClose={dialog.close}>
        <GroupForm group={group} />
      </FormDialog>
    </Stack>
  );
}

function Members({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/customer-groups/$id" });
  const { data } = useQuery(membersQuery(api, id, search));
  const action = useAction(SHOWN_IN);
  const params = { path: { id } };
  const bodyOf = (customer: string) => ({ customer_ids: [{ id: customer }] });
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <SearchInput
          label={t("orders.find")}
          value={search.q}
          onFind={(q) => navigate({ to: "/customer-groups/$id", params: { id }, search: q ? { q } : {} })}
        />
        {may("customers:write") && (
          <CustomerSelect
            onChoose={(customer) =>
              action.start({
                run: () =>
                  api.POST("/admin/customer-groups/{id}/customers/batch", { params, body: bodyOf(customer) }),
                done: t("customers.memberAdded"),
              })
            }
          />
        )}
      </Group>
      <Paper withBorder>
        <Table aria-label={t("customers.members")}>
          <Table.Tbody>
            {(data?.customers ?? []).map((customer) => (
              <Table.Tr key={customer.id}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Anchor
                    fw={600}
                    renderRoot={(props) => (
                      <Link {...props} to="/customers/$id" params={{ id: customer.id }} />
                    )}
                  >
                    {nameOf(customer)}
                  </Anchor>
                  {nameOf(customer) !== customer.email && <Text size="sm">{customer.email}</Text>}
                </Table.Td>
                <Table.Td ta="end" className="nowrap">
                  {may("customers:write") && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t("customers.removeMember", { name: nameOf(customer) })}
                      onClick={() =>
                        action.start({
                          run: () =>
                            api.DELETE("/admin/customer-groups/{id}/customers/batch", {
                              params,
                              body: bodyOf(customer.id),
                            }),
                          done: t("customers.memberRemoved"),
                        })
                      }
                    >
                      {t("edit.remove")}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {data?.count === 0 && (
          <Text p="xl" ta="center" c="dimmed">
            {t("customers.noMembers")}
          </Text>
        )}
      </Paper>
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) =>
          navigate({ to: "/customer-groups/$id", params: { id }, search: { ...search, page } })
        }
      >
        {t("customers.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </>
  );
}

function CustomerSelect({ onChoose }: { onChoose(id: string): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data: customers = [] } = useQuery(foundCustomersQuery(useApi(), q));
  return (
    <Select
      label={t("customers.addMember")}
      placeholder={t("customers.findCustomer")}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={customers.map((customer) => ({
        value: customer.id,
        label: [...new Set([nameOf(customer), customer.email])].join(" · "),
      }))}
      nothingFoundMessage={t("find.nothing")}
      onChange={(id) => {
        if (id) onChoose(id);
        setTyped("");
      }}
      w={{ base: "100%", sm: 320 }}
    />
  );
}
