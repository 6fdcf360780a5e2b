import type { Applied } from "#domain/people/actions.ts";
import {
	GENDER_LABELS,
	identityTypeLabel,
	type NamedType,
	NOTICE,
	OWN_WORDS,
	typeNames,
	typeOwes,
	UNPLACED_SELF_FIELDS,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { own } from "#kernel/own.ts";
import { dayOf } from "#member/certificate/card.ts";
import { certificateFile } from "#member/certificate/file.ts";
import { appliedFacts } from "#member/profile/own-fields.ts";
import { memberStatus } from "#member/status-words.ts";
import { addressWords } from "#ui/address.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { steps } from "#ui/thread.ts";
import { dateWords } from "#ui/time.ts";
import { uploadForm } from "#ui/upload-form.ts";

const { application } = paths.member;

export type ApplicationHome = {
	applied: Applied;
	types: readonly NamedType[];
	/** The discount on the dues with an approved certificate, in percent. */
	percent: number;
	key: string;
};
/**
 * The values and errors of the form of the page that was refused: the upload of a certificate, or the whole application
 * when it was sent a second time.
 */
export type RefusedHome = { upload?: FormState; again?: FormState };

/**
 * Draws the home page of a user whose application waits for a decision: what was sent, what can still be changed, what
 * happens next.
 */
export function applicationHomePage(of: ApplicationHome, refused: RefusedHome = {}): Page {
	const problem = refused.again && (refused.again.problem ?? "您已經送出申請，請等候工作人員處理。");
	return {
		title: "入會申請",
		name: "我的首頁",
		slim: true,
		body: html`<div class="stack loose">
			${problem && errorSummary({ values: {}, errors: {}, problem })}
			<div class="split">
				<div class="stack loose">${sentCard(of)}</div>
				<div class="stack loose">${nextCard(of)} ${certificateCard(of, refused.upload)}</div>
			</div>
		</div>`,
	};
}

function sentCard({ applied: { said, sentAt, ...sealed }, types }: ApplicationHome): VNode {
	const emergency = [
		said.emergency_name,
		said.emergency_relation,
		said.emergency_phone && phoneWords(said.emergency_phone),
	];
	return card(
		{ title: "您送出的資料", beside: memberStatus("applied") },
		html`<p class="soft small">${dateWords(sentAt)}送出。協會決定之前都可以修改或撤回。</p>`,
		facts([
			{ name: "姓名", value: said.name },
			{ name: "英文姓名", value: said.name_en },
			{ name: "身分", value: identityTypeLabel(said) },
			{ name: "會員類別", value: own(typeNames(types), said.membership_type) },
			{ name: "生日", value: said.birth_date && dayOf(said.birth_date) },
			{ name: "性別", value: said.gender && GENDER_LABELS[said.gender] },
			{ name: "身分證字號", value: sealed.national_id_mask },
			{ name: "手機號碼", value: said.phone && phoneWords(said.phone) },
			{ name: "住家電話", value: said.phone_home },
			{ name: "電子郵件", value: said.email },
			{ name: "LINE ID", value: said.line_id },
			{ name: "通訊地址", value: addressWords(said) },
			{ name: "職業", value: said.occupation },
			...UNPLACED_SELF_FIELDS.map((field) => ({ name: OWN_WORDS[field], value: said[field] })),
			{ name: "緊急聯絡人", value: emergency.filter(Boolean).join("　") },
			{ name: "保存健康資料", value: sealed.agreesToHealth ? "同意" : "沒有同意（選填）" },
			{ name: "病況", value: sealed.has_diagnosis_note && "已填寫，加密保存" },
			...appliedFacts(sealed.own),
			...sealed.children.map((child) => ({
				name: "孩子",
				value: [child.name, dayOf(child.birth_date), child.gender && GENDER_LABELS[child.gender]]
					.filter(Boolean)
					.join("　"),
			})),
		]),
		html`<div class="row">
			${linkButton({ label: "修改", href: application.edit(), icon: "edit" })}
			${linkButton({ label: "撤回申請", href: application.withdrawal(), icon: "undo", tone: "quiet" })}
		</div>`,
	);
}

/**
 * Draws the next steps: the board decides (理事會審議), the applicant is asked to pay (通知繳費) and becomes a member
 * (成為會員).
 */
const nextCard = ({ applied: { said }, types }: ApplicationHome): VNode =>
	card(
		{ title: "接下來" },
		steps([
			{ title: "送出申請", state: "done" },
			{
				title: "理事會審議",
				state: "now",
				who: html`<span class="small">工作人員整理資料後，提到理事會議決議。</span>`,
			},
			...(typeOwes(types, said.membership_type)
				? [
						{
							title: "通知繳費",
							state: "todo" as const,
							who: html`<span class="small">通過後，在這裡看得到會費和繳費方式。</span>`,
						},
					]
				: []),
			{ title: "成為會員", state: "todo", who: html`<span class="small">會給您會員編號，打開整個會員專區。</span>` },
		]),
	);

/**
 * Returns a sentence on what an approved disability certificate takes off the first dues; a general sentence when the
 * membership type has no dues or the settings give no discount.
 */
function feeWords({ applied: { said }, types, percent }: ApplicationHome): string {
	if (!typeOwes(types, said.membership_type) || percent <= 0) return "有身心障礙證明，可以在這裡一起送出。";
	const off = percent >= 100 ? "全免" : percent === 50 ? "減半" : `減免 ${percent}%`;
	return `有身心障礙證明嗎？審核通過後，第一次要繳的入會費和常年會費都${off}。`;
}

function certificateCard(of: ApplicationHome, refused: FormState | undefined): VNode {
	const state = { ...(refused ?? freshForm()), prefix: "c" };
	const { certificateAt: at } = of.applied;
	return card(
		{ title: "身障證明", id: "certificate" },
		html`<p>${feeWords(of)}</p>`,
		at !== null &&
			html`<p><b>已收到您在${dateWords(at)}送出的證明。</b>審核結果會在入會通過後告訴您；拍得不清楚，可以換一份。</p>`,
		uploadForm(
			{
				form: {
					action: application.certificate(),
					state,
					key: of.key,
					submit: at === null ? "送出證明" : "換成這一份",
					busy: "上傳中...",
					big: true,
				},
				...certificateFile(state, "請拍到整張證明，字要清楚、不反光。JPEG、PNG、WebP 或 PDF，最大 10 MB。"),
			},
			html`<input type="hidden" name="notice" value=${NOTICE.version} />`,
			html`<p class="hint">檔案加密保存，每次查看都留下紀錄；撤回申請時一併刪除。${NOTICE.text}</p>`,
		),
	);
}
