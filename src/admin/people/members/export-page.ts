import { MOST_TAKEN } from "#auth/holds.ts";
import { fieldName, type OwnField } from "#domain/people/member-fields/rules.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { noneNow } from "#ui/empty.ts";
import { MAKING } from "#ui/export-links.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type ChosenQuery, chosenWords } from "./bulk-chosen.ts";
import { COLUMN_NAMES, columnOf, columnsFor } from "./export-columns.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberList } from "./list.ts";

const { members } = paths.admin;

export type ExportPage = {
	/** How many members are chosen, and the words for it. */
	total: number;
	told: string;
	query: ChosenQuery;
	/** The own fields of which the user may take a column. */
	own: readonly OwnField[];
	types: readonly NamedType[];
	/** The query parameters of the page's address, which the form sends along. */
	asked: Record<string, string>;
};

/**
 * Draws the page of an export: which members, and which columns. It is a GET form, so that it works without a script.
 */
export function exportPage(page: ExportPage): Page {
	const { total, told, query, types } = page;
	const words = chosenWords(query, types);
	const whom = words.length > 0 ? `${words.join("、")}：` : "全部會員：";
	return {
		title: "匯出會員",
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: `${whom}${told} 位。`,
		slim: true,
		body:
			total === 0
				? card({ flush: true, label: "匯出會員" }, nobodyChosen("沒有可以匯出的會員", query))
				: html`<div class="stack">
						${
							total > MOST_TAKEN
								? notice(
										{ tone: "warn", title: "一次匯出太多" },
										`一次最多匯出 ${figure(MOST_TAKEN)} 位，目前符合條件的有 ${figure(total)} 位。請回到列表加上條件（例如縣市、狀態），分次匯出。`,
									)
								: notice(
										{ tone: "info", title: "匯出會留下紀錄" },
										"稽核紀錄會寫下是誰、用什麼條件、匯出幾位。檔案含有個人資料，請妥善保管，用完刪除；身分證字號只有頭尾幾碼。",
									)
						}
						${total <= MOST_TAKEN && card({ label: "選擇欄位" }, choosing(page))}
					</div>`,
	};
}

/** Returns the place of a column among those of the list, which come first and in the list's order. */
const placeIn = (chosen: readonly string[], name: string): number =>
	chosen.includes(name) ? chosen.indexOf(name) : chosen.length;

function choosing({ asked, own }: ExportPage): VNode {
	const chosen = columnsFor(asked.cols, own);
	const options = [
		...COLUMN_NAMES.map((value) => ({ value: value as string, label: columnOf(value).label, hint: undefined })),
		...own.map((field) => ({
			value: fieldName(field),
			label: field.name,
			hint: field.is_special === 1 ? "特種個資，檔案裡是打開的內容" : undefined,
		})),
	];
	return html`<form class="form stack loose" method="get" action=${members.export("xlsx")} data-download>
	${carried(asked)}
	${checkboxes({
		name: "columns",
		label: "欄位",
		state: freshForm({ columns: chosen }),
		columns: true,
		options: options.toSorted((a, b) => placeIn(chosen, a.value) - placeIn(chosen, b.value)),
	})}
	<div class="row form-end">
		${button({ label: "下載 Excel 檔（.xlsx）", tone: "primary", icon: "download", busy: MAKING })}
		${button({ label: "下載 CSV 檔", icon: "download", formaction: members.export("csv"), busy: MAKING })}
	</div>
</form>`;
}

/** Draws the note that no member is chosen, with a link back to the list as it was. */
export const nobodyChosen = (title: string, { here }: ChosenQuery): VNode =>
	noneNow({ title, actions: linkButton({ label: "回到名冊", href: memberList.again(here) }) });

/** Draws a query as hidden fields of a form, without the named fields. */
export const carried = (asked: Record<string, string>, without: readonly string[] = []): Children =>
	Object.entries(asked)
		.filter(([name, value]) => value !== "" && !without.includes(name))
		.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`);
