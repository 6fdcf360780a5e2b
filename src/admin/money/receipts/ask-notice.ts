import { allows } from "#auth/permissions.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { ago } from "#ui/time.ts";
import type { ReceiptShown } from "./shown.ts";

const { receipts } = paths.admin;

/**
 * Draws the request to issue a receipt under another title, which another user must confirm: with the button for a user
 * who may, else with a hint. Null when there is no request.
 */
export function askNotice({ receipt, who, at }: ReceiptShown): VNode | null {
	const { id, version, status, ask_as, ask_title, ask_reason, ask_by, ask_user, ask_at } = receipt;
	if (ask_title === null || ask_as === null || ask_at === null) return null;
	const isIssued = status === "issued";
	const hidden = { payer_title: ask_title, ...(isIssued ? { reason: ask_reason ?? "", replacement: ask_as } : {}) };
	return notice(
		{ tone: "warn", title: `等另一位確認：以「${ask_title}」${isIssued ? "作廢重開" : "補開"}` },
		html`<p>${ask_by}（${ago(ask_at, at)}）${ask_reason ? `，原因：${ask_reason}` : ""}。抬頭不是繳款人的名字，要由另一位確認才會開立。</p>`,
		ask_user === who.userId || !allows("receipts_void", who)
			? html`<p>請其他有「作廢收據」權限的人確認；沒有別人時，請系統管理員先給另一位這個權限。</p>`
			: form(
					{ action: isIssued ? receipts.voiding(id) : receipts.replacement(id), state: freshForm({}, "k"), version },
					Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`),
					html`<div class="row">${button({ label: isIssued ? "確認，作廢並重開" : "確認，補開", icon: "check", busy: "開立中..." })}</div>`,
				),
	);
}
