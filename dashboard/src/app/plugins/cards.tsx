import type { CardPlace, ShopRow } from "../../kit/plugins/contract.ts";
import { hosted } from "./hosted.ts";
import { Part } from "./part.tsx";
import { LostPart } from "./plugin-problem.tsx";

interface Props {
  on: CardPlace;
  row?: ShopRow;
}

/** The cards of plugins on a page, and which plugins are missing. */
export function Cards({ on, row }: Props) {
  const { plugins, lost } = hosted();
  const cards = plugins
    .flatMap((plugin) => (plugin.parts.cards ?? []).map((card, index) => ({ plugin, card, index })))
    .filter(({ card }) => card.on === on)
    .sort((one, other) => (one.card.order ?? 0) - (other.card.order ?? 0));
  return (
    <>
      {cards.map(({ plugin, card, index }) => (
        <Part
          key={`${plugin.name} ${index} ${row?.id}`}
          plugin={plugin}
          load={card.load}
          props={{ row: row as ShopRow }}
        />
      ))}
      {lost.map((plugin) => (
        <LostPart key={plugin.name} plugin={plugin} />
      ))}
    </>
  );
}
