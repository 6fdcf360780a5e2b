import { searchForm } from "#admin/people/index.ts";
import type { PayerRow } from "#db/money/payment-entries.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneNow } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import type { OfferedPlace } from "#ui/islands/parts.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { entryHref, type Kept, keptPairs } from "./entry-kept.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";

const { payments } = paths.admin;

type Asked = { q: string; found: readonly PayerRow[]; kept: Kept };

/**
 * Draws the page that searches the payer by member number, name or phone; before a search it lists who owes. It works
 * without a script.
 */
export const payerPage = ({ q, found, kept }: Asked): Page => ({
	title: "登錄收款",
	area: "收款",
	crumbs: PAYMENT_CRUMBS,
	slim: true,
	actions: linkButton({ label: "一次登錄多筆", icon: "table", href: payments.createMany() }),
	body: html`<div class="stack">
		${payerField({ q, kept, focus: true })} ${q === "" ? owingCard({ found, kept }) : foundCard({ q, found, kept })}
	</div>`,
});

/** Draws the search for the payer; with a script it offers members while the user types. */
export const payerField = ({ q, kept, focus }: { q: string; kept: Kept; focus: boolean }): VNode =>
	card(
		{ label: "尋找繳款的會員" },
		searchForm({
			action: payments.create(),
			q,
			label: "用會員編號、姓名或電話尋找繳款的會員",
			offers: "繳款的會員",
			more: keptPairs(kept).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`),
			focus,
		}),
	);

const foundCard = ({ q, found, kept }: Asked): VNode =>
	card(
		{ flush: true, label: "找到的會員" },
		found.length === 0
			? noMatch({
					title: `找不到「${q}」`,
					text: "請用完整的會員編號或姓名再試一次。",
					clearHref: entryHref(kept),
				})
			: items(found.map((one) => candidate(one, kept))),
	);

const owingCard = ({ found, kept }: Omit<Asked, "q">): VNode =>
	card(
		{ title: "未繳會費，最早的在前", flush: true },
		found.length === 0
			? noneNow({ title: "沒有未繳的會費", text: "要登錄捐款或預收的會費，請在上面尋找會員。" })
			: items(found.map((one) => candidate(one, kept))),
	);

const nameOf = (one: PayerRow): string => [one.name, one.member_no].filter(Boolean).join("　");
const factsOf = (one: PayerRow): string =>
	[MEMBER_STATUS_LABELS[one.status], one.guardian && `監護人 ${one.guardian}`].filter(Boolean).join("　");
const owedWords = ({ owed }: PayerRow): string => (owed > 0 ? `未繳 ${money(owed)}` : "沒有未繳");
const creditWords = ({ credit }: PayerRow): string | undefined => (credit > 0 ? `溢繳款 ${money(credit)}` : undefined);

const candidate = (one: PayerRow, kept: Kept) => ({
	title: nameOf(one),
	href: entryHref(kept, one.id),
	sub: factsOf(one),
	end: owedWords(one),
	endSub: creditWords(one),
});

/** Returns the members found as the field offers them. */
export const offeredPayers = ({ q, found, kept }: Asked): { data: OfferedPlace[]; words?: string } => ({
	data: found.map((one) => ({
		label: nameOf(one),
		sub: [factsOf(one), creditWords(one)].filter(Boolean).join("　"),
		end: owedWords(one),
		href: entryHref(kept, one.id),
	})),
	...(q === "" && { words: found.length > 0 ? "未繳會費，最早的在前" : "沒有未繳的會費" }),
});
