import { newTaskAbout } from "#admin/new-task-link.ts";
import type { QueuePlace } from "#db/people/certificate-queue.ts";
import type { ReviewRow } from "#db/people/certificates.ts";
import { relatedTo } from "#domain/people/certificates/actions.ts";
import { reviewsAs } from "#domain/people/certificates/rules.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { DISABILITY_LOOKS } from "#ui/disability.ts";
import { facts } from "#ui/facts.ts";
import { sizeWords } from "#ui/file-size.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { beads } from "#ui/thread.ts";
import { ago } from "#ui/time.ts";
import { decisionForms } from "./decision-forms.ts";
import { historyCard } from "./history-card.ts";
import { CERTIFICATE_CRUMBS } from "./list.ts";
import { inQueue } from "./queue.ts";
import { lookOf, type Refusals, type ReviewPage } from "./reviewed.ts";

const { certificates, members } = paths.admin;

/**
 * Draws the review of a certificate: its file beside the member's record, and the decision forms for a user who may
 * review it.
 */
export function reviewPage(of: ReviewPage, refused: Refusals = {}): Page {
	const { certificate, place } = of;
	const isPending = certificate.status === "pending";
	return {
		title: certificate.name,
		area: "身障證明",
		crumbs: CERTIFICATE_CRUMBS,
		lead: lead(of),
		actions: [
			of.mayTask && newTaskAbout({ type: "certificate", id: certificate.id }),
			of.from ? backToPayments : isPending && neighbours(place),
		],
		line: isPending && place.done + place.waiting > 1 && place.done + place.waiting <= MOST_BEADS && progress(place),
		sheets: ["media", "writing"],
		body: isPending ? inQueue(of, bodyOf(of, refused)) : bodyOf(of, refused),
	};
}

function bodyOf(of: ReviewPage, refused: Refusals): VNode {
	const as = reviewsAs(of.reviewer, relatedTo(of.certificate));
	return html`<div class="stack loose">
		${meanwhile(of, refused)} ${!as && othersOnly(of)}
		<div class="split even">
			${fileCard(of)}
			<div class="stack loose">${recordCard(of)} ${as && decisionForms(of, refused)}</div>
		</div>
		${historyCard(of)}
	</div>`;
}

const MOST_BEADS = 24;

const nth = ({ done, ahead }: QueuePlace): number => done + ahead + 1;

function lead({ certificate, place, today }: ReviewPage): VNode {
	const { status: now, member_no } = certificate;
	const position = now === "pending" ? `第 ${figure(nth(place))} / ${figure(place.done + place.waiting)} 件` : "";
	return html`<p class="row">
		${status(now === "pending" ? { ...DISABILITY_LOOKS.pending, word: "待審查" } : lookOf(certificate, today))}
		<span>${[member_no ?? "還沒有會員編號", position].filter((words) => words !== "").join("　")}</span>
	</p>`;
}

const progress = (place: QueuePlace): VNode =>
	beads({
		done: nth(place) - 1,
		total: place.done + place.waiting,
		label: `審查進度，第 ${figure(nth(place))} 件，共 ${figure(place.done + place.waiting)} 件；今天已審查 ${figure(place.done)} 件`,
	});

const backToPayments = linkButton({ label: "回到收款核對", icon: "left", href: paths.admin.payments.queue() });

const neighbours = ({ before, after }: QueuePlace): Children => [
	before !== null &&
		linkButton({ label: "上一件", icon: "left", href: certificates.show(before), data: { step: "before" } }),
	after !== null &&
		linkButton({ label: "下一件", iconEnd: "right", href: certificates.show(after), data: { step: "after" } }),
];

/** Draws, after a refused decision, that the application no longer waits for review, and why; null otherwise. */
function meanwhile({ certificate, applications, at }: ReviewPage, refused: Refusals): VNode | null {
	const isTold = Object.values(refused).some((state) => state?.problem);
	if (!isTold || certificate.status === "pending") return null;
	const { reviewer, on_behalf_of, decided_at } = certificate;
	const newer = applications.find(({ status: now }) => now === "pending");
	const who = reviewer && `${reviewer}${on_behalf_of === null ? "" : `（代理 ${on_behalf_of}）`}`;
	const words = notice(
		{ tone: "warn", title: "這份證明已經不是等待審查", role: "alert" },
		decided_at !== null &&
			who &&
			html`<p>${who}已經審查（${ago(decided_at, at)}），結果列在下面。您的決定沒有儲存。</p>`,
		certificate.status === "withdrawn" && html`<p>會員已撤回這次申請。您的決定沒有儲存。</p>`,
		certificate.status === "replaced" && html`<p>會員已換了一份新的證明。您的決定沒有儲存。</p>`,
		newer && html`<p><a href=${certificates.show(newer.id)}>審查新的一份</a></p>`,
	);
	return html`<div class="error-summary" tabindex="-1" data-focus="">${words}</div>`;
}

function othersOnly({ certificate, reviewers }: ReviewPage): VNode | null {
	if (certificate.status !== "pending" && certificate.status !== "approved") return null;
	const names = reviewers.map(({ name }) => name).join("、");
	return notice(
		{ tone: "info", title: "請由其他人審查" },
		"不能審查自己、家人或自己上傳的證明，也不能代理這些人審查。",
		names === "" ? "目前沒有其他人可以審查，請系統管理員設定職務代理人。" : `可以審查的人：${names}。`,
	);
}

function fileCard({ certificate, at }: ReviewPage): VNode {
	const { id, file_id, had_file, content_type, size, applied_at } = certificate;
	const file = certificates.file(id);
	const isPicture = content_type?.startsWith("image/") ?? false;
	const sent = html`<span class="soft small">${ago(applied_at, at)} ${sentBy(certificate)}</span>`;
	const link = file_id !== null && isPicture ? { href: file, label: "看原圖" } : undefined;
	return card({ title: "證明", beside: sent, link }, shownFile());

	function shownFile(): VNode {
		if (file_id === null)
			return html`<p class="soft">${had_file === 1 ? "檔案已經刪除，審查的結果保留。" : "沒有檔案：這是名冊上的註記。請核對正本，或請會員上傳。"}</p>`;
		if (isPicture)
			return html`<a class="media-preview" href=${file} target="_blank" rel="noopener"><img src=${file} alt="會員送出的證明" /></a>`;
		return html`<div class="stack tight">
			<p>這是 PDF 檔，請下載後查看。</p>
			<p>${linkButton({ label: `下載 PDF（${sizeWords(size ?? 0)}）`, icon: "download", href: file, download: true })}</p>
		</div>`;
	}
}

function sentBy({ on_paper, uploader, uploaded_by, is_own_upload }: ReviewRow): string {
	if (uploaded_by === null) return "由名冊匯入";
	if (on_paper === 1) return `由${uploader ?? "工作人員"}從紙本上傳`;
	return is_own_upload === 1 ? "由本人上傳" : `由${uploader ?? "監護人"}代為上傳`;
}

function recordCard({ certificate, seesMember, today }: ReviewPage): VNode {
	const { member_id, name, member_no, identity_type, birth_date, national_id_mask, guardian } = certificate;
	return card(
		{ title: "會員資料", link: seesMember ? { href: members.show(member_id), label: "會員頁" } : undefined },
		facts(
			[
				{ name: "姓名", value: name },
				{ name: "會員編號", value: member_no },
				{ name: "生日", value: birth_date && dayText(birth_date) },
				{ name: "身分證字號", value: national_id_mask },
				{ name: "身分", value: IDENTITY_TYPE_LABELS[identity_type] },
				{ name: "監護人", value: guardian },
				{ name: "目前的減免", value: approvalWords(certificate, today) },
				...(certificate.printed_until === null
					? []
					: [{ name: "證明上的到期日", value: `${dayText(certificate.printed_until)}，有展延註記` }]),
				...(certificate.until === null ? [] : [{ name: "這份的到期日", value: dayText(certificate.until) }]),
			],
			2,
		),
	);
}

function approvalWords({ is_approved, member_until }: ReviewRow, today: string): string {
	if (is_approved === 0) return "沒有";
	if (member_until === null) return "有，沒有到期日";
	return member_until < today ? `已在 ${dayText(member_until)} 到期` : `有，到 ${dayText(member_until)}`;
}
