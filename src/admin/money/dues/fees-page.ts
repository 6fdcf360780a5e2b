import * as z from "zod";
import type { FeeEffect, SetFee } from "#db/people/index.ts";
import { FEE_FIELDS, seenWords } from "#domain/money/dues/fee-form.ts";
import { type Fees, type NamedType, type TypeFee, typeFeeOn, typeNames, typeOptions } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { own } from "#kernel/own.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { DUES_CRUMBS } from "./show-page.ts";

const { dues } = paths.admin;

export type FeesPage = {
	fees: readonly SetFee[];
	types: readonly NamedType[];
	settings: Fees;
	today: string;
	mayManage: boolean;
	key: string;
	/** What the typed fee meets, once it was asked for. */
	effect?: (FeeEffect & { fee: TypeFee }) | undefined;
};

/** Draws the page 會費標準: what each membership type pays today, the form of a new fee, and every fee that was set. */
export const feesPage = (page: FeesPage, state: FormState = freshForm({ has_discount: "1" })): Page => ({
	title: "會費標準",
	area: "應繳會費",
	crumbs: DUES_CRUMBS,
	lead: "各會員類別的入會費與常年會費，從哪一天起適用。設定過的不會修改或刪除；已經產生的會費，金額不變。",
	body: html`<div class="stack loose">
		<div class="split">
			${card({ title: "現在適用", flush: true }, table({ caption: "現在適用的會費", cards: true, columns: todayColumns(page), rows: payers(page) }))}
			${page.mayManage && newFee(page, state)}
		</div>
		${card(
			{ title: "設定過的", count: page.fees.length, flush: true },
			page.fees.length === 0
				? noneYet({ title: "還沒有各類別自己的標準", text: "每一類都照「設定 › 會費」的金額；終身的類別不收。" })
				: table({
						caption: "設定過的會費標準",
						cards: true,
						columns: historyColumns(page),
						rows: page.fees.toReversed(),
					}),
		)}
	</div>`,
});

/** Returns the types that may pay, by the year or once for life; a retired one does while it has members. */
const payers = ({ types }: Pick<FeesPage, "types">): NamedType[] => types.filter(({ term }) => term !== "none");
/** A type for life pays nothing but an entrance fee of its own. */
const isFree = ({ term }: NamedType, set: SetFee | undefined): boolean => term === "life" && set === undefined;

const todayColumns = ({ fees, settings, today }: FeesPage): Column<NamedType>[] => {
	const set = ({ code }: NamedType) => typeFeeOn(fees, code, today);
	return [
		{
			label: "會員類別",
			head: true,
			cell: (type) =>
				html`<span>${type.name}<small class="soft">${type.term === "life" ? "終身　" : ""}${isFree(type, set(type)) ? "不收會費" : sinceWords(set(type)?.from_on)}</small></span>`,
		},
		{
			label: "入會費",
			end: true,
			nowrap: true,
			cell: (type) => (isFree(type, set(type)) ? "—" : money((set(type) ?? settings).entrance_fee)),
		},
		{
			label: "常年會費",
			end: true,
			nowrap: true,
			cell: (type) => (type.term === "life" ? "—" : money((set(type) ?? settings).annual_fee)),
		},
		{
			label: "身障減免",
			sheet: "line",
			cell: (type) =>
				isFree(type, set(type))
					? "—"
					: set(type)?.has_discount === 0
						? "不減免"
						: `${settings.disability_discount_percent}%`,
		},
	];
};

const sinceWords = (from: string | undefined): string =>
	from === undefined ? "照「設定 › 會費」" : `${dayText(from)}起`;

const LABELS = {
	membership_type: "會員類別",
	from_on: "從哪一天起",
	entrance_fee: "入會費",
	annual_fee: "常年會費",
	resolution: "會議決議",
	approval_no: "核備文號",
	article: "章程條文",
} as const;
const field = fieldsOf(z.object(FEE_FIELDS), LABELS);

function newFee({ key, effect, types }: FeesPage, state: FormState): VNode {
	return card(
		{ title: "設定新的標準" },
		effect && effectNotice(effect),
		form(
			{ action: dues.fees(), state, key, main: true, guard: true },
			effect && html`<input type="hidden" name="seen" value=${seenWords(effect.fee)} />`,
			field({
				name: "membership_type",
				state,
				type: "select",
				empty: "請選擇",
				options: typeOptions(payers({ types })),
				hint: "終身的類別只在入會時收一次入會費，常年會費留空；沒有設定就不收。不定期的類別不繳會費，不在這裡。",
			}),
			field({
				name: "from_on",
				state,
				type: "date",
				narrow: true,
				hint: "常年會費看那一年的 1 月 1 日，入會費看入會的那一天。",
			}),
			field({ name: "entrance_fee", state, type: "money" }),
			field({ name: "annual_fee", state, type: "money" }),
			checkbox({ name: "has_discount", label: "有身心障礙證明的依比例減免", state }),
			field({ name: "resolution", state, optional: true, hint: "例如：第 3 屆第 2 次會員大會。" }),
			field({ name: "approval_no", state, optional: true }),
			field({ name: "article", state, optional: true, hint: "例如：章程第 12 條。" }),
			html`<div class="row form-end">
				${effect && button({ label: "確定設定", tone: "primary", name: "step", value: "set", busy: "設定中..." })}
				${button({ label: effect ? "重新試算" : "先看影響", tone: effect ? "plain" : "primary", name: "step", value: "look" })}
			</div>`,
		),
	);
}

type Effect = NonNullable<FeesPage["effect"]>;

/** Draws what the typed fee changes, and what it does not. */
function effectNotice({ items, amount, would_be, members, fee }: Effect): Children {
	const from = dayText(fee.from_on);
	return notice(
		{ tone: "info", title: `這一類現有 ${figure(members)} 位會員` },
		items === 0
			? `${from}以後的會費還沒有產生，之後產生時照新的標準。`
			: `${from}以後已經產生、還沒有繳的 ${figure(items)} 筆，金額不變，合計 ${money(amount)}；照新的標準會是 ${money(would_be)}。要改的話，請逐筆更正或取消後重新產生。`,
	);
}

const basis = ({ resolution, approval_no, article }: SetFee): Children => {
	const said = [resolution, approval_no, article].filter((one) => one !== "");
	const isWhole = said.length === 3;
	return html`<span>${said.join("　")} ${!isWhole && status({ word: "依據未填完", tone: "warn" })}</span>`;
};

const historyColumns = ({ types }: FeesPage): Column<SetFee>[] => [
	{
		label: "會員類別",
		head: true,
		cell: ({ membership_type }) => own(typeNames(types), membership_type) ?? membership_type,
	},
	{ label: "從哪一天起", nowrap: true, cell: ({ from_on }) => dayText(from_on) },
	{ label: "入會費", end: true, nowrap: true, cell: ({ entrance_fee }) => money(entrance_fee) },
	{ label: "常年會費", end: true, nowrap: true, cell: ({ annual_fee }) => money(annual_fee) },
	{ label: "身障減免", cell: ({ has_discount }) => (has_discount === 1 ? "減免" : "不減免") },
	{ label: "依據", sheet: "line", cell: basis },
	{ label: "設定日", nowrap: true, sheet: "line", cell: ({ created_at }) => dateWords(created_at) },
];
