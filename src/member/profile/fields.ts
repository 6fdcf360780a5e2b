import {
	CITIES,
	districtsOf,
	GENDER_LABELS,
	GENDERS,
	inputOf,
	OWN_WORDS,
	type SelfField,
	UNPLACED_SELF_FIELDS,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { type Field, field } from "#ui/field.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";

type Line = Partial<Extract<Field, { maxlength?: unknown }>>;
const DISTRICTS = "districts";

/** Draws a field of the form with the label for the user; `more` adds to or replaces its usual attributes. */
const line = (state: FormState, name: SelfField, more: Line): VNode =>
	field({ ...inputOf(name), ...more, name, label: OWN_WORDS[name], state } as Field);

/** Draws the fields that a user fills in about themselves, or (`isOwn` false) about a member for whom the user acts. */
export function ownFields(state: FormState, isOwn: boolean): VNode {
	const known = (name: string): string => (isOwn ? name : "off");
	return html`<div class="stack loose">
		${card({ title: "聯絡方式" }, reachFields(state, known), loginHint(isOwn))}
		${card({ title: "通訊地址" }, placeFields(state, known))}
		${card({ title: "緊急聯絡人" }, emergencyFields(state))}
		${card({ title: "其他" }, otherFields(state, known))}
	</div>`;
}

type Known = (name: string) => string;

const reachFields = (state: FormState, known: Known): VNode => html`<div class="stack">
	${line(state, "phone", { autocomplete: known("tel"), hint: "例如 0912 345 678。" })}
	${line(state, "phone_home", { autocomplete: "off", hint: "含區碼，例如 02-2345-6789。" })}
	${line(state, "email", { autocomplete: known("email") })}
	${line(state, "line_id", { autocomplete: "off" })}
</div>`;

const loginHint = (isOwn: boolean): VNode | false =>
	isOwn &&
	html`<p class="hint">
		這裡的手機與電子郵件是給協會聯絡用的，不是登入的帳號。要變更登入的手機或電子郵件，請到<a href=${paths.account.show()}>我的帳號</a>。
	</p>`;

const placeFields = (state: FormState, known: Known): VNode => html`<div class="stack">
	${field({
		name: "city",
		label: OWN_WORDS.city,
		state,
		type: "select",
		empty: "請選擇",
		options: CITIES.map((value) => ({ value, label: value })),
	})}
	${line(state, "district", { list: DISTRICTS, autocomplete: "off", hint: "例如：中正區。" })}
	${line(state, "address", {
		autocomplete: known("street-address"),
		hint: "路街以下，例如：信義路三段 10 號 5 樓。",
	})}
	${line(state, "postal_code", {
		narrow: true,
		inputmode: "numeric",
		autocomplete: known("postal-code"),
		hint: "3、5 或 6 碼；留空會自動帶入 3 碼。",
	})}
	<datalist id=${DISTRICTS}>
		${[...new Set(CITIES.flatMap(districtsOf))].map((name) => html`<option value=${name}></option>`)}
	</datalist>
</div>`;

const emergencyFields = (state: FormState): VNode => html`<div class="stack">
	${line(state, "emergency_name", { autocomplete: "off" })}
	${line(state, "emergency_relation", { autocomplete: "off", hint: "例如：母親、配偶。" })}
	${line(state, "emergency_phone", { autocomplete: "off" })}
</div>`;

const otherFields = (state: FormState, known: Known): VNode => html`<div class="stack">
	${field({
		name: "gender",
		label: OWN_WORDS.gender,
		state,
		type: "select",
		empty: "未填",
		options: GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] })),
	})}
	${line(state, "name_en", { autocomplete: "off", hint: "與護照相同，例如 CHEN, YI-CHUN。" })}
	${line(state, "occupation", { autocomplete: known("organization-title") })}
	${UNPLACED_SELF_FIELDS.map((name) => line(state, name, { autocomplete: "off" }))}
</div>`;
