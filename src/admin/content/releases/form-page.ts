import type { StaffRelease } from "#db/content/releases.ts";
import { ReleaseForm } from "#domain/content/releases/form.ts";
import { KIND_LABELS, KINDS, USE_LABELS, USES } from "#domain/content/releases/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes } from "#ui/choices.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { RELEASE_CRUMBS } from "./list.ts";
import { kindsOf, usesIn } from "./words.ts";

const { releases } = paths.admin;
const field = fieldsOf(ReleaseForm);
const options = <Code extends string>(codes: readonly Code[], labels: Record<Code, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));

const person = (state: FormState): Children => [
	field({ name: "name", label: "姓名", state, autocomplete: "off", hint: "照片裡或故事裡的人。" }),
	field({
		name: "member_no",
		label: "會員編號",
		state,
		optional: true,
		narrow: true,
		autocomplete: "off",
		hint: "是會員才填；會員要求刪除資料時，這份同意會一起撤回。",
	}),
	field({
		name: "birth_date",
		type: "date",
		days: "far",
		label: "生日",
		state,
		optional: true,
		narrow: true,
		hint: "例如 98/5/20。填了就由生日判斷是否滿 18 歲。",
	}),
	checkbox({ name: "is_minor", label: "同意時未滿 18 歲", state }),
	html`<div class="cols">
		${field({ name: "representative", label: "代為同意的人", state, optional: true, autocomplete: "off", hint: "未滿 18 歲必填：父母或監護人。" })}
		${field({ name: "relation", label: "與本人的關係", state, optional: true, narrow: true, hint: "例如母親。" })}
	</div>`,
];

const agreed = (state: FormState): Children => [
	checkboxes({ name: "kinds", label: "同意的內容", state, required: true, options: options(KINDS, KIND_LABELS) }),
	checkboxes({ name: "uses", label: "用途", state, required: true, options: options(USES, USE_LABELS) }),
	html`<div class="cols">
		${field({ name: "given_on", type: "date", days: "past", label: "同意的日期", state, hint: "例如 115/3/5。" })}
		${field({ name: "until", type: "date", days: "future", label: "最後一天", state, optional: true, hint: "留白表示沒有期限。" })}
	</div>`,
];

const paper = (state: FormState, hasPaper: boolean): Children => [
	fileField({
		name: "file",
		label: hasPaper ? "換一份檔案" : "簽好的同意書",
		state,
		accept: "image/*,application/pdf,.pdf",
		prompt: "拍照或選擇檔案",
		hint: "JPEG、PNG、WebP 或 PDF，最大 10 MB。加密保存，只有管理同意書的人看得到，每次查看都有紀錄。",
	}),
	field({
		name: "no_paper",
		label: "還沒有紙本的原因",
		state,
		optional: true,
		hint: "例如：以 LINE 訊息同意，下次回診補簽。",
	}),
	field({ name: "note", label: "備註", state, type: "textarea", rows: 3, optional: true }),
];

const fields = (state: FormState, hasPaper: boolean): Children => [
	card({ title: "誰" }, person(state)),
	card({ title: "同意什麼" }, agreed(state)),
	card({ title: "同意書" }, paper(state, hasPaper)),
];

/** Draws the page 登錄同意書. `key`: the idempotency key, so that sending the same form twice stores one release. */
export const newReleasePage = (state: FormState, key: string): Page => ({
	title: "登錄同意書",
	area: "同意書",
	crumbs: RELEASE_CRUMBS,
	slim: true,
	body: form(
		{
			action: releases.create(),
			state,
			key,
			submit: "登錄同意書",
			cancel: releases.list(),
			main: true,
			guard: true,
			upload: true,
		},
		fields(state, false),
	),
});

/** Returns a release's form filled from the stored release. */
export const formOf = (row: StaffRelease): FormState =>
	freshForm({
		name: row.name,
		member_no: row.member_no ?? "",
		birth_date: row.birth_date ?? "",
		is_minor: row.is_minor === 1 ? "1" : "",
		representative: row.representative,
		relation: row.relation,
		kinds: kindsOf(row),
		uses: usesIn(row),
		given_on: row.given_on,
		until: row.until ?? "",
		no_paper: row.no_paper,
		note: row.note,
	});

const COMPARED = [
	["name", "姓名"],
	["member_no", "會員編號"],
	["birth_date", "生日"],
	["representative", "代為同意的人"],
	["relation", "與本人的關係"],
	["given_on", "同意的日期"],
	["until", "最後一天"],
	["no_paper", "還沒有紙本的原因"],
	["note", "備註"],
] as const;

/** Draws the page of a release's form. When another user saved meanwhile, it shows both texts. */
export function editReleasePage(row: StaffRelease, state: FormState): Page {
	const { id, name, version, file_id } = row;
	const theirs = formOf(row).values;
	const shown = againstStored(state, {
		version,
		fields: COMPARED.map(([at, label]) => ({
			field: at,
			label,
			theirs: String(theirs[at] ?? ""),
			mine: typed(state, at),
		})),
	});
	return {
		title: "修改同意書",
		name,
		area: "同意書",
		crumbs: [...RELEASE_CRUMBS, { label: name, href: releases.show(id) }],
		slim: true,
		body: form(
			{
				action: releases.edit(id),
				state: shown,
				version,
				submit: "儲存",
				cancel: releases.show(id),
				main: true,
				guard: true,
				upload: true,
			},
			fields(shown, file_id !== null),
		),
	};
}
