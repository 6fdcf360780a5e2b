import { html, type VNode } from "#ui/html.ts";
import { type Household, namesWords, pagesOf } from "./print-people.ts";

/**
 * The label sheets on sale; `cells` is the number of labels on a sheet. The key is part of a class name in prints.css.
 */
export const LABEL_SHEETS = {
	"3x8": { words: "3 × 8（每張 24 格，70 × 37 公釐）", cells: 24 },
	"2x7": { words: "2 × 7（每張 14 格，99.1 × 38.1 公釐）", cells: 14 },
} as const;
export type LabelSheet = keyof typeof LABEL_SHEETS;

/** The word after a name on a label: 收, or the politer 啟. */
export const CLOSINGS = ["收", "啟"] as const;
export type Closing = (typeof CLOSINGS)[number];

/** How many characters of an address fit in two lines of a label; a longer address gets the class `dense`. */
const LONG_PLACE = 30;

/** Draws the labels, sheet by sheet. */
export const labelSheets = (
	labels: readonly Household[],
	{ sheet, closing }: { sheet: LabelSheet; closing: Closing },
): VNode[] =>
	pagesOf(labels, LABEL_SHEETS[sheet].cells).map(
		(page, nth) => html`<ul class=${`paper labels l${sheet}`} aria-label=${`第 ${nth + 1} 張標籤紙`}>
			${page.map((one) => labelOf(one, closing))}
		</ul>`,
	);

const labelOf = ({ postal_code, place, names }: Household, closing: Closing): VNode => html`<li>
	<span class="zip">${postal_code ?? ""}</span>
	<span class=${place.length > LONG_PLACE ? "place dense" : "place"}>${place}</span>
	<span class="to"><b>${namesWords(names)}</b>　${closing}</span>
</li>`;
