import { WidgetType } from "@codemirror/view";
import { drawTable } from "#ui/islands/client/writing/rich/tables/widget.ts";
import type { Drawings } from "./blocks.ts";
import { linkCard, video } from "./card.ts";
import { picture } from "./picture.ts";

class Rule extends WidgetType {
	override eq(): boolean {
		return true;
	}
	override toDOM(): HTMLElement {
		const place = document.createElement("div");
		place.className = "drawn";
		place.append(document.createElement("hr"));
		return place;
	}
}

/** What is drawn in place of blocks. */
export const DRAWINGS: Drawings = {
	HorizontalRule: () => new Rule(),
	Paragraph: (state, node) => picture(state, node) ?? linkCard(state, node),
	HTMLBlock: video,
	Table: drawTable,
};
