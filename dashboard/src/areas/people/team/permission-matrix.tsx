import { Checkbox, Table } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AREAS, type Area } from "./areas.ts";

interface Props {
  /** Every permission of the server. */
  all: readonly string[];
  granted: readonly string[];
  /** Users cannot give what they do not have. */
  canGrant(permission: string): boolean;
  onChange(granted: string[]): void;
}

const ACTIONS = ["read", "write"] as const;

/** Areas of the shop by what may be done there. */
export function PermissionMatrix({ all, granted, canGrant, onChange }: Props) {
  const { t } = useTranslation();
  const areas = [...new Set(all.map((permission) => permission.split(":", 1)[0]!))];
  const toggle = (permission: string) => onChange(toggled(granted, permission, all));
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label={t("access.roles.permissions")} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("access.roles.area")}</Table.Th>
            {ACTIONS.map((action) => (
              <Table.Th key={action} w={90}>
                {t(`access.roles.actions.${action}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {areas.map((area) => (
            <Table.Tr key={area}>
              <Table.Th scope="row" fw={400}>
                {nameOf(area, t)}
              </Table.Th>
              {ACTIONS.map((action) => {
                const permission = `${area}:${action}`;
                return (
                  <Table.Td key={action}>
                    {all.includes(permission) && (
                      <Checkbox
                        aria-label={`${nameOf(area, t)}: ${t(`access.roles.actions.${action}`)}`}
                        checked={granted.includes(permission)}
                        disabled={!canGrant(permission)}
                        onChange={() => toggle(permission)}
                      />
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const nameOf = (area: string, t: TFunction): string =>
  AREAS.includes(area as Area) ? t(`access.areas.${area as Area}`) : area;

/** Who changes something must see it: to change brings to see along, and without seeing there is no changing. */
function toggled(granted: readonly string[], permission: string, all: readonly string[]): string[] {
  const [area, action] = permission.split(":");
  const next = new Set(granted);
  if (next.has(permission)) {
    next.delete(permission);
    if (action === "read") next.delete(`${area}:write`);
  } else {
    next.add(permission);
    if (action === "write") next.add(`${area}:read`);
  }
  return all.filter((each) => next.has(each));
}
