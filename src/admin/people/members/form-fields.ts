import type { MemberRow } from "#db/people/member-reads.ts";
import { GENDERS, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import { FIELD_WORDS, type FieldName, inputOf, UNPLACED_FIELDS } from "#domain/people/members/fields.ts";
import { GENDER_LABELS } from "#domain/people/members/labels.ts";
import { CITIES, districtsOf } from "#domain/people/members/places.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { CONTACT, type NamedType, typeOptions } from "#domain/people/membership-types/rules.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { field } from "#ui/field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

type Row = MemberRow | undefined;
const DISTRICTS = "districts";

type Line = {
	hint?: string;
	list?: string;
	narrow?: boolean;
	inputmode?: "numeric";
	required?: boolean;
	type?: "date";
	days?: "past" | "far";
};
/** Draws a field of the form with the label and input of the table of a member's fields; `more` overrides the input. */
const line = (state: FormState, name: FieldName, more: Line = {}): VNode =>
	field({ autocomplete: "off", ...inputOf(name), ...more, name, label: FIELD_WORDS[name], state });

const optionsOf = <C extends string>(codes: readonly C[], words: Record<C, string>) =>
	codes.map((value) => ({ value, label: words[value] }));

/** Draws the choice of the identity, a patient or a parent. */
export const identityField = (state: FormState): VNode =>
	segment({
		name: "identity_type",
		label: FIELD_WORDS.identity_type,
		state,
		options: optionsOf(IDENTITY_TYPES, IDENTITY_TYPE_LABELS),
	});
/** Draws the choice of a membership type; `empty` is the option of none. */
export const typeField = (state: FormState, types: readonly NamedType[], empty?: string): VNode =>
	field({
		name: "membership_type",
		label: FIELD_WORDS.membership_type,
		state,
		type: "select",
		...(empty === undefined ? {} : { empty }),
		options: typeOptions(types),
	});
const BIRTH_HINT = "例如 1985/3/5、74/3/5 或 民國74年3月5日。";
const genderField = (state: FormState): VNode =>
	field({
		name: "gender",
		label: FIELD_WORDS.gender,
		state,
		type: "select",
		empty: "未填",
		options: optionsOf(GENDERS, GENDER_LABELS),
	});

/**
 * Draws the fields of the person: names, identity, gender, birth date, occupation and national id. The stored national
 * id is shown masked; an empty field leaves it as it is, and a checkbox removes it.
 */
export const personFields = (state: FormState, row: Row): VNode => html`<div class="stack">
	<div class="cols two">
		${line(state, "name", { required: true })} ${line(state, "name_en")}
		${identityField(state)} ${genderField(state)} ${line(state, "birth_date", { hint: BIRTH_HINT, type: "date", days: "far" })}
		${line(state, "occupation")} ${UNPLACED_FIELDS.map((name) => line(state, name))}
	</div>
	${nationalId(state, row)}
</div>`;

/** The fields that neither an organisation (團體會員) nor a contact (聯絡人) is asked: their forms send them empty. */
const OF_PERSONS_WHO_JOIN = [
	...(["national_id", "diagnosis_note", "emergency_name", "emergency_relation", "emergency_phone"] as const),
	...UNPLACED_FIELDS,
] as const satisfies readonly FieldName[];
const emptied = (names: readonly FieldName[]): VNode[] =>
	names.map((name) => html`<input type="hidden" name=${name} value="" />`);

/** Draws the fields of a contact (聯絡人): names, gender and birth date. */
export const contactPersonFields = (state: FormState): VNode => html`<div class="cols two">
	${line(state, "name", { required: true })} ${line(state, "name_en")}
	${genderField(state)} ${line(state, "birth_date", { hint: BIRTH_HINT, type: "date", days: "far" })} ${line(state, "occupation")}
	<input type="hidden" name="identity_type" value="parent" />
	<input type="hidden" name="membership_type" value=${CONTACT} />
	${emptied([...OF_PERSONS_WHO_JOIN, "member_no", "joined_on"])}
</div>`;

/** Draws the fields of an organisation: its names. */
export const organisationFields = (state: FormState): VNode => html`<div class="cols two">
	${field({ ...inputOf("name"), name: "name", label: "團體名稱", state, required: true, autocomplete: "off" })}
	${field({ ...inputOf("name_en"), name: "name_en", label: "英文名稱", state, autocomplete: "off" })}
	<input type="hidden" name="identity_type" value="patient" />
	${emptied([...OF_PERSONS_WHO_JOIN, "gender", "birth_date", "occupation"])}
</div>`;

const nationalId = (state: FormState, row: Row): VNode => html`<div class="stack tight">
	${line(state, "national_id", {
		hint: row?.national_id_mask
			? `目前是 ${row.national_id_mask}。留空就不變更；要更正時請輸入完整的字號。`
			: "身分證字號或居留證號，加密保存，只顯示頭尾幾碼。",
	})}
	${row?.national_id_mask && checkbox({ name: "remove_national_id", label: "移除已保存的身分證字號", state })}
</div>`;

/**
 * Draws the fields of the membership: one of these types, member number, and the day of joining.
 */
export const membershipFields = (
	state: FormState,
	row: Row,
	types: readonly NamedType[],
): VNode => html`<div class="cols two">
	${typeField(state, types)}
	${line(state, "member_no", {
		hint: row?.member_no
			? "留空就維持原來的編號。"
			: !row || row.status === "applied"
				? "舊會員沿用原有編號時才填；留空時，核准入會會自動編號。"
				: "已經入會，不會再自動編號，請填協會給的編號。",
	})}
	${line(state, "joined_on", { type: "date", days: "past", hint: "留空時，以核准的日期為準。" })}
</div>`;

/** Draws the contact fields: phones, email, LINE ID, and the postal address with suggested districts. */
export const contactFields = (state: FormState): VNode => html`<div class="stack">
	<div class="cols two">
		${line(state, "phone")} ${line(state, "phone_home")}
		${line(state, "email")} ${line(state, "line_id")}
		${field({
			name: "city",
			label: FIELD_WORDS.city,
			state,
			type: "select",
			empty: "請選擇",
			options: CITIES.map((value) => ({ value, label: value })),
		})}
		${line(state, "district", { list: DISTRICTS })}
		${line(state, "postal_code", {
			narrow: true,
			inputmode: "numeric",
			hint: "3、5 或 6 碼；留空時，依縣市與鄉鎮市區帶入 3 碼。",
		})}
	</div>
	${line(state, "address", { hint: "路街以下，例如：信義路三段 10 號 5 樓。" })}
	<datalist id=${DISTRICTS}>
		${[...new Set(CITIES.flatMap(districtsOf))].map((name) => html`<option value=${name}></option>`)}
	</datalist>
</div>`;

/** Draws the fields of the emergency contact. */
export const emergencyFields = (state: FormState): VNode => html`<div class="cols two">
	${line(state, "emergency_name")}
	${line(state, "emergency_relation", { hint: "例如：母親、配偶。" })}
	${line(state, "emergency_phone")}
</div>`;

/**
 * Draws 病況, which is stored only with a written consent (個資法 6): the field, a checkbox that removes the stored
 * text, and one that confirms the consent when none is recorded.
 */
export const healthFields = (state: FormState, row: Row): VNode => html`<div class="stack">
	${field({
		name: "diagnosis_note",
		label: FIELD_WORDS.diagnosis_note,
		state,
		type: "textarea",
		rows: 3,
		...inputOf("diagnosis_note"),
		hint: row?.has_diagnosis_note
			? "已有保存的內容。留空就不變更；輸入新的內容會取代它。"
			: "加密保存；只有獲得授權的人看得到，每次查看都有紀錄。",
	})}
	${row?.has_diagnosis_note === 1 && checkbox({ name: "remove_diagnosis_note", label: "移除已保存的病況", state })}
	${
		row?.has_health_consent !== 1 &&
		checkbox({
			name: "health_consent",
			label: "已取得本人或法定代理人對保存健康資料的書面同意",
			state,
			hint: "沒有書面同意，就不能保存病況（個人資料保護法第 6 條）。同意書請留存備查。",
		})
	}
</div>`;
