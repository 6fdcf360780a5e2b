import type { OwnHistoryRow } from "#db/money/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { card } from "#ui/card.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type DuesCard, duesCard, historyItems } from "./cards.ts";

/** The number of parts of payments on one page of the history. */
export const HISTORY_SIZE = 30;

/** Draws the page of dues and payments (會費與繳費): the open dues, then one page of the parts of all payments. */
export function paymentsPage(of: DuesCard & { parts: readonly OwnHistoryRow[]; page: number }): Page {
	const { parts, page } = of;
	const here = { path: paths.member.payments.list(), query: {} };
	const [first] = parts;
	const none =
		page > 1
			? pastTheEnd(here, "紀錄沒有這麼多")
			: noneYet({ title: "還沒有繳費", text: "送出的繳費和收據會列在這裡。" });
	return {
		title: "會費與繳費",
		crumbs: [HOME],
		slim: true,
		body: html`<div class="stack loose">
			${duesCard(of) ?? html`<p class="soft small">目前沒有要繳的會費。</p>`}
			${card(
				{ title: "繳費紀錄", flush: true },
				first ? historyItems(parts) : none,
				first && pager({ here, page, size: HISTORY_SIZE, total: first.total, unit: "筆" }),
			)}
		</div>`,
	};
}
