import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { RegionChoice } from "../../../data/shop/region-choice.tsx";
import { SectionPage } from "../../../kit/page/section-page.tsx";
import { OptionsCard } from "./options-card.tsx";
import { ProfilesCard } from "./profiles-card.tsx";

export const shippingRoute = createLazyRoute("/shell/settings/shipping")({ component: ShippingPage });

function ShippingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { region: chosen } = useSearch({ from: "/shell/settings/shipping" });
  return (
    <SectionPage title={t("nav.sections.shipping")} text={t("settings.texts.shipping")}>
      <RegionChoice
        chosen={chosen}
        onChoose={(region) => void navigate({ to: "/settings/shipping", search: { region } })}
      >
        {(region) => (
          <>
            <OptionsCard key={`out ${region.id}`} region={region} isReturn={false} />
            <OptionsCard key={`back ${region.id}`} region={region} isReturn />
          </>
        )}
      </RegionChoice>
      <ProfilesCard />
    </SectionPage>
  );
}
