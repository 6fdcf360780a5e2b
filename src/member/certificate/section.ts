import type { ApplicationRow, CertificateState, Opening } from "#db/people/index.ts";
import { NOTICE } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { type Status, status } from "#ui/status.ts";
import { dateWords } from "#ui/time.ts";
import { uploadForm } from "#ui/upload-form.ts";
import { dayOf, shownOf, statusCard } from "./card.ts";
import { certificateFile } from "./file.ts";

export type CertificateSection = {
	certificate: CertificateState & Opening;
	applications: readonly ApplicationRow[];
	percent: number;
	/** The number of days for which a file is kept after the decision; 0: without limit. */
	keptDays: number;
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
	/** The address that the form is sent to. */
	action: string;
	key: string;
};

/**
 * Draws the part of a profile about the disability certificate (身心障礙證明): its state, the upload, and the earlier
 * applications.
 */
export const certificateSection = (of: CertificateSection, state: FormState = freshForm()): VNode => html`<div
	id="certificate"
	class="stack loose"
>
	${statusCard(of)} ${waiting(of.certificate)} ${upload(of, state)} ${past(of)}
</div>`;

/** Draws the uploaded file that waits for its review; null when none waits. */
function waiting({ status: now, id, version, file_id, content_type, applied_at }: CertificateState): VNode | null {
	if (now !== "pending" || id === null || version === null || file_id === null) return null;
	const file = paths.member.certificate.file(id);
	const isPicture = content_type?.startsWith("image/") ?? false;
	return card(
		{
			title: "等待審核的檔案",
			beside: html`<span class="soft small">${applied_at && dateWords(applied_at)}送出</span>`,
		},
		isPicture
			? html`<a class="picture" href=${file}><img src=${file} alt="您送出的證明，點選看原圖" /></a>`
			: html`<p><a href=${file} download>下載您送出的 PDF</a></p>`,
		form(
			{ action: paths.member.certificate.withdrawal(id), state: freshForm({}, "w"), version },
			html`<div class="row">${button({ label: "撤回這次申請", icon: "undo", busy: "撤回中..." })}</div>`,
			html`<p class="hint">撤回後，檔案會立刻刪除；之後可以再上傳。</p>`,
		),
	);
}

const TITLES = { pending: "換一份", approved: "更新證明", expired: "上傳新的證明" } as const;

function upload({ certificate, keptDays, today, action, key }: CertificateSection, state: FormState): VNode {
	const shown = shownOf(certificate, today);
	const isPending = shown === "pending";
	const hasFile = isPending && certificate.file_id !== null;
	return card(
		{
			title: shown in TITLES && (hasFile || !isPending) ? TITLES[shown as keyof typeof TITLES] : "上傳證明",
			id: "upload",
		},
		uploadForm(
			{
				form: {
					action,
					state,
					key,
					submit: hasFile ? "換成這一份" : "送出證明",
					busy: "上傳中...",
					big: true,
				},
				...certificateFile(
					state,
					"請拍到整張證明，字要清楚、不反光；正反面都有資料時，請拼在同一張照片或 PDF。JPEG、PNG、WebP 或 PDF，最大 10 MB。",
				),
			},
			html`<input type="hidden" name="replaces" value=${isPending ? `${certificate.id}.${certificate.version}` : ""} />`,
			html`<input type="hidden" name="notice" value=${NOTICE.version} />`,
			html`<div class="stack tight hint"><p>${privacyWords(keptDays)}</p><p>${NOTICE.text}</p></div>`,
		),
	);
}

const privacyWords = (days: number): string =>
	`檔案加密保存，只有您、監護人與審查人員看得到，每次查看都會留下紀錄；照片裡的拍攝地點會自動移除。${
		days > 0 ? `審查完成 ${days} 天後刪除檔案，只留下審查的結果。` : ""
	}`;

/** Returns how an application ended, as a status in words for the member. */
function lookOf({ status: state, is_revoked, until }: ApplicationRow, today: string): Status {
	if (state === "withdrawn") return { word: "已撤回", icon: "undo" };
	if (state === "replaced") return { word: "已更換", icon: "refresh" };
	if (state === "approved" && until !== null && until < today) return DISABILITY_LOOKS.expired;
	return DISABILITY_LOOKS[is_revoked === 1 ? "revoked" : state];
}

function past({ applications, today }: CertificateSection): VNode | null {
	if (applications.length === 0) return null;
	return card(
		{ title: "證明的申請紀錄", flush: true },
		items(
			applications.map((one) => ({
				title: `${dateWords(one.applied_at)}送出`,
				sub: [
					one.on_paper === 1 ? "由協會代為上傳" : "",
					one.status === "approved" ? (one.until === null ? "沒有到期日" : `有效至 ${dayOf(one.until)}`) : "",
					one.status === "rejected" ? (one.reason ?? "").replaceAll("\n", "") : "",
				]
					.filter((words) => words !== "")
					.join("　"),
				side: status(lookOf(one, today)),
			})),
		),
	);
}
