import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { kindOf, type ListedTransfer } from "./transfer-queries.ts";

const COLORS = { draft: "gray", sent: "blue", received: "green", canceled: "gray" } as const;

type Shown = Pick<ListedTransfer, "status" | "from_location_id" | "quantity" | "received_quantity">;

/** The state of a transfer. Goods of which a part has arrived have a state of their own. */
export function TransferBadge({ transfer }: { transfer: Shown }) {
  const { t } = useTranslation();
  const { status, received_quantity, quantity } = transfer;
  const isPart = received_quantity > 0 && received_quantity < quantity;
  const name = status === "sent" && kindOf(transfer) === "incoming" ? "expected" : status;
  return (
    <StateBadge color={isPart ? "orange" : COLORS[status]}>
      {isPart
        ? t("transfers.states.part", { received: received_quantity, all: quantity })
        : t(`transfers.states.${name}`)}
    </StateBadge>
  );
}
