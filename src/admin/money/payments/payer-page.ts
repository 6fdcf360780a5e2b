import { searchForm } from "#admin/people/index.ts";
import type { PayerRow } from "#db/money/payment-entries.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";

const { payments } = paths.admin;

/**
 * Draws the page that searches the payer by member number, name or phone and lists the members found; it works without
 * a script.
 */
export const payerPage = ({ q, found }: { q: string; found: readonly PayerRow[] }): Page => ({
	title: "登錄收款",
	area: "收款",
	crumbs: PAYMENT_CRUMBS,
	slim: true,
	actions: linkButton({ label: "一次登錄多筆", icon: "table", href: payments.createMany() }),
	body: html`<div class="stack">
		${card(
			{ label: "尋找繳款的會員" },
			searchForm({ action: payments.create(), q, label: "用會員編號、姓名或電話尋找繳款的會員" }),
		)}
		${
			q !== "" &&
			card(
				{ flush: true, label: "找到的會員" },
				found.length === 0
					? noMatch({
							title: `找不到「${q}」`,
							text: "請用完整的會員編號或姓名再試一次。",
							clearHref: payments.create(),
						})
					: items(found.map(candidate)),
			)
		}
	</div>`,
});

const candidate = (one: PayerRow) => ({
	title: [one.name, one.member_no].filter(Boolean).join("　"),
	href: `${payments.create()}?member=${one.id}`,
	sub: [MEMBER_STATUS_LABELS[one.status], one.guardian && `監護人 ${one.guardian}`].filter(Boolean).join("　"),
	end: one.owed > 0 ? `未繳 ${money(one.owed)}` : "沒有未繳",
	endSub: one.credit > 0 ? `溢繳款 ${money(one.credit)}` : undefined,
});
