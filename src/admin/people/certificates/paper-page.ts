import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import type { CertificateState } from "#db/people/certificates.ts";
import { shownOn } from "#domain/people/certificates/rules.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { uploadForm } from "#ui/upload-form.ts";

const { certificates, members } = paths.admin;

export type PaperPage = { certificate: CertificateState; today: string; key: string; at: number };

/** Draws the page on which staff upload a certificate that came on paper; another user reviews it. */
export function paperPage({ certificate, today, key, at }: PaperPage, state: FormState = freshForm()): Page {
	const { member_id, name, id, version } = certificate;
	const isPending = certificate.status === "pending";
	return {
		title: "登錄身障證明",
		name,
		area: "會員",
		crumbs: [...OFFICE_CRUMBS, { label: "會員", href: members.list() }, { label: name, href: members.show(member_id) }],
		slim: true,
		body: html`<div class="stack loose">
			${isPending && notice({ tone: "info" }, "已經有一份等待審查的證明；送出新的，就換掉原來的。")}
			${factsCard(certificate, today, at)}
			${card(
				{ title: isPending ? "換一份" : "從紙本上傳" },
				uploadForm(
					{
						form: {
							action: certificates.create(member_id),
							state,
							key,
							submit: isPending ? "換成這一份" : "送出，等待審查",
							busy: "上傳中...",
							cancel: members.show(member_id),
						},
						file: {
							name: "file",
							label: "證明的照片、掃描檔或 PDF",
							state,
							accept: "image/*,.heic,.heif,application/pdf,.pdf",
							prompt: "拍照或選擇檔案",
							required: true,
							hint: "JPEG、PNG、WebP 或 PDF，最大 10 MB。請先確認有會員的書面同意。上傳的人不能審查，請由其他人審查。",
						},
						maxBytes: PURPOSE.certificate.maxBytes,
					},
					html`<input type="hidden" name="replaces" value=${isPending ? `${id}.${version}` : ""} />`,
				),
			)}
			${isPending && version !== null && withdrawal(member_id, version)}
		</div>`,
	};
}

const factsCard = (row: CertificateState, today: string, at: number): VNode => {
	const approval = row.is_approved === 1 ? { until: row.until } : null;
	const shown = shownOn({ status: row.status, approval, isRevoked: row.is_revoked === 1 }, today);
	return card(
		{ title: "目前", beside: status(DISABILITY_LOOKS[shown]) },
		facts([
			{ name: "會員", value: row.name },
			{ name: "核准到", value: approval && (approval.until === null ? "沒有到期日" : dayText(approval.until)) },
			{ name: "最近送出", value: row.applied_at && ago(row.applied_at, at) },
		]),
	);
};

const withdrawal = (memberId: number, version: number): VNode =>
	card(
		{ label: "撤回" },
		form(
			{ action: certificates.withdrawal(memberId), state: freshForm({}, "w"), version },
			html`<p>送錯人或不需要了，可以撤回；檔案會立刻刪除，紀錄會留下。</p>`,
			html`<div class="row">${button({ label: "撤回等待審查的這一份", icon: "undo", busy: "撤回中..." })}</div>`,
		),
	);
