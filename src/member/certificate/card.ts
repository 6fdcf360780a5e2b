import type { CertificateState, Opening } from "#db/people/index.ts";
import { type Approval, counts, daysBetween, type ShownStatus, shownOn } from "#domain/people/index.ts";
import { closedWords } from "#member/sealed-words.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { dateWords } from "#ui/time.ts";

export type StatusCard = {
	certificate: CertificateState & Opening;
	/** The discount for a disability certificate from the settings, in percent. */
	percent: number;
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
	/** The address of the upload; undefined when the upload stands below on the same page. */
	href?: string | undefined;
};

/**
 * Draws what a member reads about the disability certificate (身心障礙證明): its state, what it takes off the dues, and
 * what to do next.
 */
export function statusCard(of: StatusCard): VNode {
	if (of.certificate.reads === 0) return closedCard(of);
	const shown = shownOf(of.certificate, of.today);
	const [first, ...more] = sentences(shown, of);
	return card(
		{ title: "身障證明", beside: status(DISABILITY_LOOKS[shown]), tone: shown === "approved" ? "ok" : undefined },
		html`<div class="stack tight">
			<p>${first}</p>
			${more.map((words) => html`<p class="small">${words}</p>`)}
			${of.href && html`<p>${linkButton({ label: LINKS[shown], href: of.href })}</p>`}
		</div>`,
	);
}

/**
 * Draws the card for a user to whom the certificate's data is closed: why it is closed, whether an uploaded certificate
 * is being reviewed, and how to upload one.
 */
const closedCard = ({ certificate, href }: StatusCard): VNode =>
	card(
		{ title: "身障證明" },
		html`<div class="stack tight">
			<p>${closedWords(certificate)}</p>
			${certificate.status === "pending" && html`<p class="small">您送出的證明正在審核。</p>`}
			<p class="small">${href ? "要送出證明的照片，不必等到那時。" : "要送出證明的照片，不必等到那時，從下面上傳即可。"}</p>
			${href && html`<p>${linkButton({ label: "上傳證明", href })}</p>`}
		</div>`,
	);

/** Returns the approval in a certificate's row; null when the row is not approved. */
export const approvalOf = ({ is_approved, until }: CertificateState): Approval | null =>
	is_approved === 1 ? { until } : null;

/** Returns the status that a certificate's row has on a day (YYYY-MM-DD). */
export const shownOf = (row: CertificateState, today: string): ShownStatus =>
	shownOn({ status: row.status, approval: approvalOf(row), isRevoked: row.is_revoked === 1 }, today);

const LINKS: Record<ShownStatus, string> = {
	not_applied: "上傳證明",
	pending: "查看或更換",
	approved: "更新證明",
	expired: "上傳新的證明",
	rejected: "重新上傳",
	revoked: "重新上傳",
};

/** Formats a day (YYYY-MM-DD) as 2027年6月30日. */
export const dayOf = (day: string): string => dateWords(Date.parse(day));

/** Returns the discount on the dues in words (會費減免 50%); empty when the settings give none. */
const relief = (percent: number): string => (percent >= 100 ? "會費全免" : percent > 0 ? `會費減免 ${percent}%` : "");

/** Returns until when an approval is valid, in words; null is without an end. */
const term = (until: string | null): string => (until === null ? "沒有到期日" : `有效至 ${dayOf(until)}`);

const SOON_DAYS = 90;

function sentences(shown: ShownStatus, of: StatusCard): [Children, ...Children[]] {
	const { certificate: row, percent, today } = of;
	const off = relief(percent);
	switch (shown) {
		case "not_applied":
			return [`有身心障礙證明的會員${off ? `，${off}` : "可以在這裡上傳"}。`, "上傳證明的照片，審核通過後就會生效。"];
		case "pending":
			return [pendingWords(row, off), ...meanwhile("審核期間", of)];
		case "approved":
			return [
				html`<span>${off && [html`<b>${off}</b>`, "，"]}${term(row.until)}。</span>`,
				soonWords(row.until, today),
			];
		case "expired":
			return [
				`證明已在 ${row.until === null ? "" : dayOf(row.until)} 到期${off ? `，${off}已停止` : ""}。`,
				"換發新的證明後上傳，審核通過就會恢復。",
			];
		case "rejected":
			return ["這次沒有通過，請補正後重新上傳。", ...reason(row), ...meanwhile("在這之前", of)];
		case "revoked":
			return [`協會已撤銷先前的核准${off ? `，${off}已停止` : ""}。`, ...reason(row)];
	}
}

function pendingWords({ file_id, is_approved }: CertificateState, off: string): string {
	if (file_id === null) return `協會的名冊上註記有身心障礙證明。請上傳照片，核對後${off || "就會生效"}。`;
	return is_approved === 1 ? "已收到新的證明，正在審核。" : `已收到您的證明，正在審核。通過後${off || "就會生效"}。`;
}

/**
 * Returns a sentence that the approved certificate stays valid, to follow `when` (such as 審核期間, during the review);
 * empty when there is none that is valid today.
 */
const meanwhile = (when: string, { certificate, percent, today }: StatusCard): string[] =>
	counts(approvalOf(certificate), today)
		? [`${when}，原來的${relief(percent) || "核准"}照常，${term(certificate.until)}。`]
		: [];

const reason = ({ reason: words }: CertificateState): Children[] =>
	words ? [`原因：${words.replaceAll("\n", "")}`] : [];

function soonWords(until: string | null, today: string): string {
	if (until === null) return "不需要再上傳。";
	const days = daysBetween(today, until);
	if (days > SOON_DAYS) return "到期前會提醒您更新。";
	return `${days === 0 ? "今天到期" : `還有 ${days} 天到期`}，換發新的證明後請上傳，減免才不會中斷。`;
}
