import {
  Button,
  Loaded,
  Page,
  Table,
  useAction,
  useApi,
  useMay,
  useRead,
  useTexts,
} from "tradewind/dashboard";

interface Repair {
  id: number;
  what: string;
  email: string;
  title: string;
}

export default function RepairsPage() {
  const t = useTexts();
  const repairs = useRead<{ repairs: Repair[] }>("/admin/repairs");
  return (
    <Page title={t("Repairs")}>
      <Loaded of={repairs}>
        {(read) => (
          <Table
            caption={t("Repairs")}
            empty={t("Nothing to repair")}
            rows={read.repairs.map((repair) => ({ ...repair, id: String(repair.id) }))}
            columns={[
              { id: "customer", header: t("Customer"), cell: ({ email }) => email },
              { id: "product", header: t("Product"), cell: ({ title }) => title },
              { id: "what", header: t("What is broken"), cell: ({ what }) => what },
              { id: "finish", header: "", cell: ({ id }) => <Finish id={id} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Finish({ id }: { id: string }) {
  const t = useTexts();
  const api = useApi();
  const { isPending, start } = useAction();
  const finish = () => start({ run: () => api.post(`/admin/repairs/${id}/finish`), done: t("Finished") });
  if (!useMay()("customers:write")) return null;
  return (
    <Button isLoading={isPending} onClick={() => void finish()}>
      {t("Finish")}
    </Button>
  );
}
