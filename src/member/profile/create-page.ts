import type { ApplicantRow, ValueRow } from "#db/people/index.ts";
import {
	IDENTITY_TYPE_LABELS,
	IDENTITY_TYPES,
	type NamedType,
	NewProfileForm,
	type ShownText,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { childrenCard, enterButton } from "#member/application/children-card.ts";
import { dayOf } from "#member/certificate/card.ts";
import { card } from "#ui/card.ts";
import { checkbox, choices } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { ownFields } from "./fields.ts";
import { appliedFieldsForm } from "./own-fields.ts";

const field = fieldsOf(NewProfileForm);

export type Application = {
	name: string;
	texts: ApplicationTexts;
	applicant: ApplicantRow;
	key: string;
	/** The types for which a person may apply. */
	types: readonly NamedType[];
	/** The own fields that people fill in. */
	own: readonly ValueRow[];
};

/** Returns a new form, filled with what the account knows. */
const freshApplication = ({ name, applicant, types }: Application): FormState =>
	freshForm({
		name,
		phone: applicant.phone ?? "",
		email: applicant.email ?? "",
		identity_type: "patient",
		membership_type: types[0]?.code ?? "",
	});

/**
 * Draws the page of the application for membership (建立會員資料): how the last application ended, if there was one,
 * and the form.
 */
export function createProfilePage(of: Application, sent?: FormState): Page {
	const state = sent ?? freshApplication(of);
	return {
		title: "建立會員資料",
		lead: `${of.name}，歡迎您。已經是會員，或想加入，都請填這張表；協會確認後，您就能在這裡看到會員資料。一定要填的只有姓名、一種聯絡方式（手機、住家電話或電子郵件）和最後的同意，其他可以之後再補。`,
		slim: true,
		body: html`<div class="stack loose">
			${endingNotice(of.applicant)}
			${form(
				{
					action: paths.member.profile.store(),
					state,
					key: of.key,
					submit: "送出",
					busy: "送出中...",
					main: true,
					guard: true,
					big: true,
				},
				enterButton(),
				whoFields(state, of.types),
				ownFields(state, true),
				appliedFieldsForm(of.own, state),
				healthCard(state, of.texts.health),
				childrenCard(state, of.texts.personal),
				consentCard(state, of.texts.personal),
			)}
		</div>`,
	};
}

/** Draws how the user's last application ended; null for a first application. */
function endingNotice({ reason, closed_at, is_own_end, withdrawn_on, withdrawn_at }: ApplicantRow): VNode | null {
	const isRecord = withdrawn_on !== null && (withdrawn_at ?? 0) >= (closed_at ?? 0);
	if (isRecord || (is_own_end === 1 && closed_at !== null)) {
		const day = isRecord ? dayOf(withdrawn_on) : dateWords(closed_at ?? 0);
		return notice(
			{ tone: "info", title: "申請已撤回" },
			`您的入會申請在 ${day} 撤回了。想再加入時，隨時可以在這裡重新申請。`,
		);
	}
	if (reason === null) return null;
	return notice(
		{ tone: "warn", title: "上次送出的資料需要補正" },
		...reason.split("\n").map((line) => html`<p>${line}</p>`),
	);
}

const IDENTITY_WORDS: Record<(typeof IDENTITY_TYPES)[number], string> = {
	patient: "本人就是病友。",
	parent: "病友的父母。",
};

/**
 * What the form is told of a record's encrypted values: a mask of the national id, and whether there is a diagnosis
 * note. In the form, an empty field keeps the value, and a checkbox removes it.
 */
export type Kept = { national_id_mask: string | null; has_diagnosis_note: boolean };

export const whoFields = (state: FormState, types: readonly NamedType[], kept?: Kept): VNode =>
	card(
		{ title: "基本資料" },
		field({ name: "name", label: "姓名", state, autocomplete: "name" }),
		choices({
			name: "identity_type",
			label: "身分",
			state,
			options: IDENTITY_TYPES.map((value) => ({
				value,
				label: IDENTITY_TYPE_LABELS[value],
				sub: IDENTITY_WORDS[value],
			})),
		}),
		choices({
			name: "membership_type",
			label: "會員類別",
			state,
			options: types.map(({ code, name, description }) => ({ value: code, label: name, sub: description })),
		}),
		field({
			name: "birth_date",
			label: "生日",
			state,
			autocomplete: "off",
			hint: "例如 1985/3/5、74/3/5 或 民國74年3月5日。",
		}),
		field({
			name: "national_id",
			label: "身分證字號",
			state,
			autocomplete: "off",
			hint: kept?.national_id_mask
				? `目前是 ${kept.national_id_mask}。留空就不變更；要更正時請輸入完整的字號。`
				: "身分證字號或居留證號，加密保存，只顯示頭尾幾碼。",
		}),
		kept?.national_id_mask && checkbox({ name: "remove_national_id", label: "移除已填的身分證字號", state }),
	);

/** The texts of an application that the applicant reads and agrees to. */
export type ApplicationTexts = { personal: ShownText; health: ShownText };

export const paragraphs = (text: ShownText): VNode[] =>
	text.paragraphs.map((words) => html`<p class="small">${words}</p>`);

const version = (name: string, text: ShownText): VNode =>
	html`<input type="hidden" name=${name} value=${text.version} />`;

export const healthCard = (state: FormState, text: ShownText, kept?: Kept): VNode =>
	card(
		{ title: "健康資料" },
		...paragraphs(text),
		checkbox({ name: "consent_health", label: text.label, state }),
		field({
			name: "diagnosis_note",
			label: "病況",
			state,
			type: "textarea",
			rows: 3,
			optional: true,
			hint: kept?.has_diagnosis_note
				? "已經填寫，加密保存。留空就不變更；輸入新的內容會取代它，取消上面的同意就會刪除。"
				: "可以留空。填寫時，請先勾選上面的同意。",
		}),
		kept?.has_diagnosis_note && checkbox({ name: "remove_diagnosis_note", label: "移除已填的病況", state }),
		version("health_version", text),
	);

/** Draws the text about personal data with the box by which somebody agrees to it. */
export const consentCard = (state: FormState, text: ShownText): VNode =>
	card(
		{ title: "個人資料告知與同意" },
		...paragraphs(text),
		checkbox({ name: "consent_personal", label: text.label, state, required: true }),
		version("personal_version", text),
	);
