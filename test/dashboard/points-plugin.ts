/** Loyalty points, with a part in every place of the dashboard. */
export const POINTS = {
  "points/plugin.ts": `
const points = new Map<string, number>();
let welcome = 100;

export default {
  name: "points",
  dashboard: new URL("./dashboard/", import.meta.url),
  register({ routes, refusal }: any) {
    routes((app: any) => {
      app.get("/admin/points", async () => ({ points: Object.fromEntries(points), welcome }));
      app.post("/admin/points/:id/bonus", async ({ params: { id } }: any) => {
        if ((points.get(id) ?? 0) >= 20) throw refusal("not_allowed", "Two bonuses are enough");
        points.set(id, (points.get(id) ?? 0) + 10);
        return {};
      });
      app.post("/admin/points-settings", async ({ body }: any) => {
        welcome = body.welcome;
        return {};
      });
    });
  },
};
`,
  "points/dashboard/index.tsx": `
import { Badge, defineDashboard } from "tradewind/dashboard";
import { de, en } from "./texts.ts";

const load = () => import("./parts/card.tsx");

export default defineDashboard({
  texts: { en, de },
  pages: [
    { path: "", title: "points", menu: { icon: "gift" }, load: () => import("./parts/page.tsx") },
    { path: "order/:id", title: "points", load: () => import("./parts/page.tsx") },
    { path: "secret", title: "secret", needs: "team:write", menu: {}, load: () => import("./parts/page.tsx") },
  ],
  cards: [
    { on: "order", load },
    { on: "product", load },
    { on: "customer", load },
    { on: "home", load: () => import("./parts/home.tsx") },
  ],
  lists: {
    orders: {
      columns: [
        {
          id: "points",
          title: "points",
          isNumber: true,
          fields: ["metadata", "customer.phone"],
          read: async (_ids, { api }) => (await api.get<{ points: Record<string, number> }>("/admin/points")).points,
          cell: ({ row, data }) => <Badge color="green">{(row.metadata ? "M" : "") + (data ?? 0)}</Badge>,
        },
        { id: "secret", title: "secret", needs: "team:write", cell: () => "secret" },
      ],
      actions: [
        { id: "bonus", title: "bonus", question: "bonusText", run: ({ id }, { api }) => api.post(\`/admin/points/\${id}/bonus\`) },
      ],
    },
    products: { columns: [{ id: "weight", title: "weight", fields: ["weight"], cell: ({ row }) => row.weight ?? "none" }] },
    customers: {
      columns: [{ id: "phone", title: "phone", fields: ["phone"], cell: ({ row }) => row.phone ?? "none" }],
      actions: [{ id: "bonus", title: "bonus", run: ({ id }, { api }) => api.post(\`/admin/points/\${id}/bonus\`) }],
    },
  },
  settings: [{ path: "welcome", title: "welcome", text: "welcomeText", icon: "star", load: () => import("./parts/settings.tsx") }],
});
`,
  "points/dashboard/texts.ts": `
export const en = {
  points: "Points",
  "points.of": "{{points}} points for {{name}}",
  "orders_one": "{{count}} order has points",
  "orders_other": "{{count}} orders have points",
  bonus: "Add a bonus",
  bonusText: "Each gets 10 points.",
  welcome: "Welcome bonus",
  welcomeText: "What new customers get.",
  amount: "Points at the start",
  save: "Save",
  saved: "Stored",
  weight: "Weight in g",
  phone: "Telephone",
  secret: "For the owner",
} as const;
export const de: Record<keyof typeof en, string> = {
  points: "Punkte",
  "points.of": "{{points}} Punkte für {{name}}",
  "orders_one": "{{count}} Bestellung hat Punkte",
  "orders_other": "{{count}} Bestellungen haben Punkte",
  bonus: "Bonus geben",
  bonusText: "Jede bekommt 10 Punkte.",
  welcome: "Begrüßung",
  welcomeText: "Was neue Kunden bekommen.",
  amount: "Punkte am Anfang",
  save: "Speichern",
  saved: "Gespeichert",
  weight: "Gewicht in g",
  phone: "Telefon",
  secret: "Für den Inhaber",
};
`,
  "points/dashboard/points.css": ".points-mark { text-decoration: underline; }",
  "points/dashboard/use-points.ts": `
import { useRead } from "tradewind/dashboard";
export const usePoints = () => useRead<{ points: Record<string, number>; welcome: number }>("/admin/points");
`,
  "points/dashboard/parts/card.tsx": `
import { Card, Loaded, Moment, type ShopRow, useTexts } from "tradewind/dashboard";
import "../points.css";
import { usePoints } from "../use-points.ts";

export default function PointsCard({ row }: { row: ShopRow }) {
  const t = useTexts();
  return (
    <Card title={t("points")}>
      <Loaded of={usePoints()}>
        {({ points }) => (
          <p className="points-mark">
            {t("points.of", { points: points[row.id] ?? 0, name: row.email ?? row.title })} <Moment at={row.created_at} isDay />
          </p>
        )}
      </Loaded>
    </Card>
  );
}
`,
  "points/dashboard/parts/home.tsx": `
import { useState } from "react";
import { Button, Card, Link, useTexts } from "tradewind/dashboard";
import { usePoints } from "../use-points.ts";

export default function HomeCard() {
  const t = useTexts();
  const [shown, show] = useState(false);
  const { data } = usePoints();
  return (
    <Card title={t("points")} actions={<Button kind="plain" onClick={() => show(true)}>{t("points")}</Button>}>
      {shown && t("orders", { count: Object.keys(data?.points ?? {}).length })}
      <Link to="/plugins/points/">{t("points")}</Link>
    </Card>
  );
}
`,
  "points/dashboard/parts/page.tsx": `
import { Loaded, Money, Page, Table, Text, usePageParams, useTexts } from "tradewind/dashboard";
import { usePoints } from "../use-points.ts";

export default function PointsPage() {
  const t = useTexts();
  const { id } = usePageParams();
  return (
    <Page title={t("points")}>
      {id && <Text>{id}</Text>}
      <Text isDimmed>
        <Money amount={1250} currency="eur" />
      </Text>
      <Loaded of={usePoints()}>
        {({ points }) => (
          <Table
            caption={t("points")}
            empty="–"
            rows={Object.entries(points).map(([order, earned]) => ({ id: order, earned }))}
            columns={[
              { id: "id", header: "ID", cell: (row) => row.id },
              { id: "points", header: t("points"), cell: (row) => row.earned },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
`,
  "points/dashboard/parts/settings.tsx": `
import { useState } from "react";
import { Button, Loaded, NumberInput, Page, Stack, useAction, useApi, useTexts } from "tradewind/dashboard";
import { usePoints } from "../use-points.ts";

export default function Settings() {
  const t = useTexts();
  return (
    <Page title={t("welcome")} text={t("welcomeText")}>
      <Loaded of={usePoints()}>{({ welcome }) => <Form welcome={welcome} />}</Loaded>
    </Page>
  );
}

function Form({ welcome }: { welcome: number }) {
  const t = useTexts();
  const api = useApi();
  const { isPending, start } = useAction();
  const [value, setValue] = useState<number | null>(welcome);
  return (
    <Stack>
      <NumberInput label={t("amount")} value={value} onChange={setValue} min={0} />
      <div>
        <Button isLoading={isPending} onClick={() => void start({ run: () => api.post("/admin/points-settings", { welcome: value }), done: t("saved") })}>
          {t("save")}
        </Button>
      </div>
    </Stack>
  );
}
`,
};

/** Throws in every place. */
export const BROKEN = {
  "broken/plugin.mjs": `export default {
  name: "broken",
  dashboard: { entry: new URL("./dashboard/main.js", import.meta.url) },
};`,
  "broken/dashboard/main.js": `
const fail = () => { throw new Error("broken on purpose"); };
const load = async () => ({ default: fail });
const list = { columns: [{ id: "bad", title: "Bad", cell: fail }], actions: [{ id: "bad", title: "Fail", run: fail }] };
export default {
  pages: [{ path: "", title: "Bad page", menu: {}, load }],
  cards: ["order", "product", "customer", "home"].map((on) => ({ on, load, order: -1 })),
  lists: { orders: list, products: list, customers: list },
  settings: [{ path: "", title: "Bad settings", load }],
};
`,
};
