import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconCopy, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { useAction } from "../../../../kit/form/use-action.ts";

export function ProductMenu({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const may = useMay();
  const action = useAction(["products"]);
  if (!may("products:write")) return null;
  const remove = () =>
    action.start({
      question: {
        title: t("product.deleteTitle", { title }),
        text: t("products.deleteText"),
        confirm: t("products.delete"),
      },
      run: () => api.DELETE("/admin/products/{id}", { params: { path: { id } } }),
      done: t("product.deleted", { title }),
      onDone: () => navigate({ to: "/products", ignoreBlocker: true }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={action.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t("action.more")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          renderRoot={(props) => <Link {...props} to="/products/new" search={{ from: id }} />}
        >
          {t("product.duplicate")}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
          {t("products.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
