import type { ListedMember } from "#db/people/member-exports.ts";
import type { RepresentativeRow } from "#db/people/representatives.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes, segment } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { chosenWords } from "./bulk-chosen.ts";
import { carried, nobodyChosen } from "./export-page.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { CLOSINGS, LABEL_SHEETS, labelSheets } from "./print-labels.ts";
import { atHome, hasEnded, householdsOf, rollOf, type Voting } from "./print-people.ts";
import { type PrintQuery, PrintTitle } from "./print-query.ts";
import { ROSTER_COLUMN_NAMES, type RosterColumn, rosterLabel, rosterPapers, signInPapers } from "./print-tables.ts";
import { PRINT_MAX, PRINT_WORDS, type PrintKind, SHEETS_SHOWN } from "./print-words.ts";

export type Print = {
	/** The members to print; one more than `PRINT_MAX` when there are too many. */
	rows: ListedMember[];
	query: PrintQuery;
	asked: Record<string, string>;
	columns: readonly RosterColumn[];
	types: readonly NamedType[];
	/** Who represents organisations on the day of the print. */
	representatives: readonly (RepresentativeRow & { has_vote: 0 | 1 })[];
	voting: Omit<Voting, "on">;
	association: string;
	at: number;
	/** Returns a number of the chosen people in words. */
	told: (many: number) => string;
};

/** The printed sheets, and the words about them on the screen. */
type Made = { sheets: VNode[]; words: string[]; without?: string[] };

/** Draws a print as it will be, with its options above it; only the sheets are printed. */
export function printPage(kind: PrintKind, print: Print): Page {
	const { rows, query, types } = print;
	const isTooMuch = rows.length > PRINT_MAX;
	const made = isTooMuch ? { sheets: [], words: [] } : makes(kind, print);
	return {
		title: PRINT_WORDS[kind],
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: leadOf(chosenWords(query, types), made),
		sheets: ["prints"],
		body: html`<div class="prints">
			<div class="stack no-print">
				${
					isTooMuch &&
					notice(
						{ tone: "warn", title: "一次列印太多" },
						`一次最多列印 ${figure(PRINT_MAX)} 位。請回到列表加上條件（例如縣市、狀態），分次列印。`,
					)
				}
				${options(kind, print, made.sheets.length)}
			</div>
			${made.sheets.length > 0 ? preview(made.sheets) : !isTooMuch && nobody(query)}
		</div>`,
	};
}

/** Returns a sentence on which members the print covers and its size, then who is left out. */
const leadOf = (chosen: readonly string[], { words, without = [] }: Made): string =>
	[[chosen.join("、") || "全部會員", words.join("，")].filter((part) => part !== "").join("："), without.join("；")]
		.filter((part) => part !== "")
		.map((part) => `${part}。`)
		.join("");

const nobody = (query: PrintQuery): VNode =>
	card({ flush: true, label: "預覽" }, nobodyChosen("沒有可以列印的會員", query));

const preview = (sheets: VNode[]): VNode => html`<div>
	${
		sheets.length > SHEETS_SHOWN &&
		html`<p class="soft no-print">畫面只顯示前 ${SHEETS_SHOWN} 頁，列印時會印出全部 ${figure(sheets.length)} 頁。</p>`
	}
	<div class="papers" tabindex="0" role="region" aria-label="預覽">${sheets}</div>
</div>`;

/**
 * Returns whether an applicant is left out: applicants get mail, but are not on lists of members or at meetings yet.
 */
const isTooEarly = (kind: PrintKind, { status }: ListedMember): boolean => kind !== "labels" && status === "applied";

const leftOutWords = (kind: PrintKind): string => `${kind === "labels" ? "" : "尚未入會、"}已離會、未通過或已故`;

function makes(kind: PrintKind, print: Print): Made {
	const { query, at, association, told } = print;
	const rows = query.ended ? print.rows : print.rows.filter((row) => !hasEnded(row) && !isTooEarly(kind, row));
	const left = print.rows.length - rows.length;
	const leftOut = left > 0 ? [`${told(left)} 位${leftOutWords(kind)}，未列出`] : [];
	if (kind === "labels") return withWords(labelsOf(rows, print), leftOut);
	const title = query.title || (kind === "roster" ? "會員名冊" : "簽到簿");
	const today = dateInTaipei(at);
	const heading = { association, title, day: query.on ?? today };
	if (kind === "roster") {
		const beside = `共 ${told(rows.length)} 位`;
		const { columns: names } = print;
		return withWords(
			{ sheets: rosterPapers(rows, { names, heading: { ...heading, beside }, today }), words: [beside] },
			leftOut,
		);
	}
	const voting = { ...print.voting, on: heading.day };
	const lines = rollOf(rows, print.representatives, voting);
	const voters = lines.filter(({ votes: own }) => own > 0).length;
	const votes = lines.reduce((sum, line) => sum + line.votes, 0);
	const others = lines.length - voters;
	const beside = [
		`應到 ${told(voters)} 位`,
		votes > voters && `表決權 ${told(votes)} 權`,
		others > 0 && `另列無表決權 ${told(others)} 位`,
	]
		.filter(Boolean)
		.join("，");
	const sheets = signInPapers(lines, { ...heading, beside });
	return withWords({ sheets, words: [beside] }, leftOut);
}

const withWords = ({ sheets, words, without = [] }: Made, more: string[]): Made => ({
	sheets,
	words: [...words, `${figure(sheets.length)} 頁`],
	without: [...without, ...more],
});

function labelsOf(rows: readonly ListedMember[], { query: { sheet, closing, apart }, told }: Print): Made {
	const labels = householdsOf(rows.map(atHome), !apart);
	const homeless = rows.filter(({ address }) => !address).length;
	return {
		sheets: labelSheets(labels, { sheet, closing }),
		words: [`標籤 ${told(labels.length)} 張`],
		without: homeless > 0 ? [`${told(homeless)} 位沒有地址，無法列印`] : [],
	};
}

const OWN = ["sheet", "closing", "apart", "ended", "columns", "title", "on"];

const options = (kind: PrintKind, print: Print, sheets: number): VNode => {
	const { query, asked, columns } = print;
	const { sheet, closing, apart, ended, title, on } = query;
	const state = freshForm({
		sheet,
		closing,
		title,
		on: on ?? "",
		columns: [...columns],
		...(apart ? { apart } : {}),
		...(ended ? { ended } : {}),
	});
	return card(
		{ label: "列印選項" },
		html`<form class="form stack" method="get" action=${paths.admin.members.print(kind)}>
			${carried(asked, OWN)} ${kind === "labels" ? labelOptions(state) : paperOptions(kind, state)}
			${checkbox({ name: "ended", label: `也列出${leftOutWords(kind)}的人`, state })}
			<div class="row form-end">
				${button({ label: "更新預覽" })}
				${
					sheets > 0 &&
					html`<span class="scripted">${button({ label: "列印", tone: "primary", type: "button", data: { print: "" } })}</span>`
				}
				</div>
			<p class="hint">也可以用瀏覽器的列印（Ctrl+P），紙張選 A4、縮放 100%。</p>
		</form>`,
	);
};

const labelOptions = (state: FormState): Children => [
	field({
		name: "sheet",
		label: "標籤紙",
		state,
		type: "select",
		options: Object.entries(LABEL_SHEETS).map(([value, { words }]) => ({ value, label: words })),
	}),
	segment({ name: "closing", label: "結尾", state, options: CLOSINGS.map((value) => ({ value, label: value })) }),
	checkbox({ name: "apart", label: "同一個地址也一人印一張（不勾選時，一戶一張）", state }),
];

const paperOptions = (kind: PrintKind, state: FormState): Children => [
	html`<div class="cols two">
		${field({ name: "title", label: "標題", state, maxlength: mostCharacters(PrintTitle), placeholder: kind === "roster" ? "會員名冊" : "第 3 屆第 1 次會員大會簽到簿" })}
		${field({ name: "on", label: kind === "roster" ? "日期" : "會議日期", state, type: "date", narrow: true })}
	</div>`,
	kind === "roster" &&
		checkboxes({
			name: "columns",
			label: "欄位",
			state,
			columns: true,
			options: ROSTER_COLUMN_NAMES.filter((name) => name !== "name").map((value) => ({
				value,
				label: rosterLabel(value),
			})),
			hint: "姓名一定會印出來。",
		}),
	kind === "sign-in" &&
		html`<p class="hint">哪一類有表決權、最低年齡幾歲，在「會員類別」設定；停權、待繳費與審核中的會員沒有表決權。應到只算有表決權的人；團體會員列出當天的代表，一位一權，代表自己也是會員的合成一列。</p>`,
];
