import type { OwnHistoryRow } from "#db/money/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type DuesCard, duesCard, historyItems } from "./cards.ts";

/** The number of parts of payments on one page of the history. */
export const HISTORY_SIZE = 30;

/** Draws the page of dues and payments (會費與繳費): the open dues, then one page of the parts of all payments. */
export function paymentsPage(
	of: DuesCard & { parts: readonly OwnHistoryRow[]; page: number; naming: FormState },
): Page {
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
			${namingCard(of.naming)}
		</div>`,
	};
}

/** Returns the state of the form about the public list of gifts, from what the member said last. */
export const namingState = (isNamed: boolean): FormState => freshForm({ is_named: isNamed ? "1" : "" });

const namingCard = (state: FormState): VNode =>
	card(
		{ title: "捐款徵信" },
		html`<p class="small">協會每半年公告收到的捐款。您可以隨時改變意願；已經公告的名單，協會會更新。</p>`,
		form(
			{ action: paths.member.payments.naming(), state, submit: "儲存" },
			checkbox({ name: "is_named", label: "可以刊登我的姓名（不勾選就刊登「善心人士」）", state }),
		),
	);
