import { createElement } from "react";
import { Card, Page } from "tradewind/dashboard";

export default function Part({ row }) {
  const card = createElement(Card, { title: "Every port" }, "works");
  return row ? card : createElement(Page, { title: "Every port" }, card);
}
