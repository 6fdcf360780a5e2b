import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DonorRow, GiftRow } from "#db/money/donors.ts";
import { DONOR_KIND_LABELS, NAMING_LABELS } from "#domain/money/donors/form.ts";
import { counts, givenIn, yearsOf } from "#domain/money/donors/gifts.ts";
import { INCOME_KIND_LABELS, INCOME_KINDS, INCOME_STATES } from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { DONOR_CRUMBS, incomeStatus } from "./words.ts";

const { income, receipts, payments, members } = paths.admin;

/** The most gifts on the page; sums and yearly statements count all gifts. */
const GIFTS_SHOWN = 500;

export type DonorShown = { donor: DonorRow; gifts: GiftRow[]; who: Visitor };

/** Draws a donor with all gifts, including those paid together with dues. */
export function donorPage({ donor, gifts, who }: DonorShown): Page {
	const may = allows("income_manage", who) && donor.pseudonymised_at === null;
	return {
		title: donor.name,
		area: "捐款人",
		crumbs: DONOR_CRUMBS,
		lead: [DONOR_KIND_LABELS[donor.kind], `捐款合計 ${money(givenIn(gifts))}`].join("　"),
		actions: [
			allows("income_manage", who) &&
				donor.pseudonymised_at !== null &&
				linkButton({ label: "文字裡還有姓名的地方", tone: "quiet", href: income.donors.erasure(donor.id) }),
			may &&
				donor.member_id === null && [
					linkButton({ label: "製作複本", tone: "quiet", href: income.donors.copy(donor.id) }),
					linkButton({ label: "去識別化...", tone: "quiet", href: income.donors.erasure(donor.id) }),
				],
			may && linkButton({ label: "編輯", icon: "edit", href: income.donors.edit(donor.id) }),
			may &&
				linkButton({
					label: "登錄捐款",
					icon: "plus",
					tone: "primary",
					href: `${income.create()}?donor=${donor.id}`,
				}),
		],
		body: html`<div class="split">
			<div class="stack loose">
				${card(
					{ title: "捐款", count: gifts.length, flush: true },
					table({
						caption: "捐款",
						cards: true,
						columns: columnsOf(who),
						rows: gifts.slice(0, GIFTS_SHOWN),
						empty: html`<p class="card-body soft">還沒有捐款。</p>`,
					}),
					gifts.length > GIFTS_SHOWN &&
						html`<p class="card-body soft">只列出最新的 ${figure(GIFTS_SHOWN)} 筆；合計是全部的，較早的請看各年度的捐款證明。</p>`,
				)}
			</div>
			<div class="stack loose">${record(donor, who)} ${statements(donor, gifts)}</div>
		</div>`,
	};
}

const linked = (may: boolean, href: string, words: string): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

const record = (donor: DonorRow, who: Visitor): VNode =>
	card(
		{ title: "捐款人資料" },
		facts([
			{ name: donor.kind === "person" ? "證號" : "統一編號", value: donor.national_id_mask },
			{ name: "電話", value: donor.phone },
			{ name: "電子郵件", value: donor.email },
			{ name: "地址", value: donor.address },
			{
				name: "會員",
				value:
					donor.member_id === null
						? null
						: linked(
								allows("members", who),
								members.show(donor.member_id),
								[donor.member_name, donor.member_no].filter(Boolean).join(" "),
							),
			},
			{
				name: "捐款徵信",
				value:
					donor.naming === null
						? "還沒有問過，刊登「善心人士」"
						: [NAMING_LABELS[donor.naming], donor.public_name].filter(Boolean).join("："),
			},
			{ name: "備註", value: donor.note },
		]),
	);

/** Draws links to 年度捐款證明 of each year with a gift that counts. */
function statements(donor: DonorRow, gifts: GiftRow[]): VNode {
	const years = yearsOf(gifts);
	return card(
		{ title: "年度捐款證明" },
		years.length === 0
			? html`<p class="soft">登錄捐款後，可以列印各年度的捐款證明。</p>`
			: html`<ul>
					${years.map(
						(year) =>
							html`<li><a href=${`${income.donors.statement(donor.id)}?year=${year}`}>${year - 1911} 年度</a>　${money(givenIn(gifts, year))}</li>`,
					)}
				</ul>`,
	);
}

/** Draws the state of a gift: that of its income record, or of the payment that it came with. */
function standing({ source, state }: GiftRow): VNode {
	const known = INCOME_STATES.find((one) => one === state);
	if (source === "income" && known) return incomeStatus(known);
	return state === "verified" ? status({ word: "已收款", tone: "ok" }) : status({ word: "已沖銷", icon: "refresh" });
}

const columnsOf = (who: Visitor): Column<GiftRow>[] => [
	{
		label: "日期",
		head: true,
		nowrap: true,
		cell: ({ source, id, day }) =>
			source === "income"
				? html`<a href=${income.show(id)}>${dayText(day)}</a>`
				: linked(allows("payments", who), payments.show(id), dayText(day)),
	},
	{
		label: "項目",
		cell: ({ source, label, amount, purpose }) => {
			const kind = INCOME_KINDS.find((one) => one === label);
			const words = amount === null ? "實物捐贈" : kind ? INCOME_KIND_LABELS[kind] : label;
			return html`<span>${words}<small>${source === "payment" ? "隨會費繳納" : purpose}</small></span>`;
		},
	},
	{
		label: "金額",
		end: true,
		cell: (gift) =>
			gift.amount === null
				? html`<small>${gift.items}</small>`
				: counts(gift)
					? figure(gift.amount)
					: html`<s class="soft">${figure(gift.amount)}</s>`,
	},
	{
		label: "收據",
		nowrap: true,
		cell: ({ receipt, receipt_id }) =>
			receipt === null || receipt_id === null
				? html`<span class="soft">—</span>`
				: linked(allows("receipts", who), receipts.show(receipt_id), receipt),
	},
	{ label: "狀態", sheet: "corner", bare: true, cell: standing },
];
