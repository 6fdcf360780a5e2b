import {
	agreeName,
	choiceName,
	choicesOf,
	emptyName,
	fieldName,
	MOST_TYPED,
	type OwnField,
	valuesOf,
} from "#domain/people/member-fields/rules.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { writing } from "#kernel/written.ts";
import { checkbox, segment } from "./choices.ts";
import { field } from "./field.ts";
import { grouped, ties } from "./field-parts.ts";
import { fileField } from "./file-field.ts";
import type { FormState } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";

/** An own field in a form: whether something sealed is stored, and whether its purpose is agreed to. */
export type OwnInput = OwnField & { value: string | null; has_value: 0 | 1; agreed: 0 | 1 };

/** Returns the values with which the inputs of own fields begin; sealed ones begin empty. */
export const ownValues = (rows: readonly OwnInput[]): FormState["values"] =>
	Object.fromEntries(
		rows.flatMap((row) => {
			const shown = row.is_special === 1 ? null : row.value;
			if (row.kind === "file") return [];
			if (row.kind !== "choices") return [[fieldName(row), shown ?? ""]];
			return [[fieldName(row), ""], ...valuesOf(row, shown).map((id) => [choiceName(row, Number(id)), "1"])];
		}),
	);

const hintOf = (row: OwnInput, more = ""): string | undefined =>
	[
		row.hint,
		more,
		row.is_special === 1 && row.kind !== "file"
			? row.has_value === 1
				? "已有保存的內容，留空就不變更。"
				: "加密保存。"
			: "",
	]
		.filter((text) => text !== "")
		.join("") || undefined;

const LIMIT = `照片、PDF 或 Office 檔，最大 ${PURPOSE.member_field.maxBytes / 1024 / 1024} MB，加密保存。`;
const FILE_HINT = { 0: LIMIT, 1: `選了新的檔案，就會取代現在的。${LIMIT}` } as const;
/** A browser forgets the files of a form that comes back. */
const AGAIN = "表單還沒有儲存，要送檔案請再選一次。";
const isAgain = ({ errors, problem, conflict = [] }: FormState): boolean =>
	problem !== undefined || conflict.length > 0 || Object.keys(errors).length > 0;
const ACCEPTED = [
	"image/jpeg,image/png,image/webp,application/pdf",
	".jpg,.jpeg,.png,.webp,.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp",
].join(",");

/** Returns the choices that a member may choose: those in use, and those that the member has. */
const offered = (row: OwnInput) => {
	const held = valuesOf(row, row.is_special === 1 ? null : row.value);
	return choicesOf(row).filter(({ id, is_active }) => is_active === 1 || held.includes(String(id)));
};

function input(row: OwnInput, state: FormState): VNode {
	const shared = { name: fieldName(row), label: row.name, state };
	switch (row.kind) {
		case "yes_no":
			return segment({
				...shared,
				hint: hintOf(row),
				options: [
					{ value: "1", label: "是" },
					{ value: "0", label: "否" },
					{ value: "", label: row.is_special === 1 && row.has_value === 1 ? "不變更" : "未填" },
				],
			});
		case "choice":
			return field({
				...shared,
				hint: hintOf(row),
				type: "select",
				empty: row.is_special === 1 && row.has_value === 1 ? "不變更" : "未填",
				options: offered(row).map(({ id, name }) => ({ value: String(id), label: name })),
			});
		case "choices":
			return boxes(row, state);
		case "number":
			return field({
				...shared,
				hint: hintOf(row),
				autocomplete: "off",
				maxlength: MOST_TYPED[row.kind],
				inputmode: "decimal",
				narrow: true,
			});
		case "year":
			return field({
				...shared,
				hint: hintOf(row, "例如 2019 或 民國108年。"),
				autocomplete: "off",
				maxlength: MOST_TYPED[row.kind],
				narrow: true,
			});
		case "date":
			return field({
				...shared,
				// Members type their days as they always did.
				...(writing().isStaff && { type: "date" as const, days: "far" as const }),
				hint: hintOf(row, "例如 2026/3/5 或 115/3/5。"),
				autocomplete: "off",
				maxlength: MOST_TYPED[row.kind],
				narrow: true,
			});
		case "file":
			return fileField({
				...shared,
				accept: ACCEPTED,
				hint: hintOf(row, `${isAgain(state) ? AGAIN : ""}${FILE_HINT[row.has_value]}`),
			});
		case "text":
			return field({ ...shared, hint: hintOf(row), autocomplete: "off", maxlength: MOST_TYPED[row.kind] });
	}
}

/** Draws several choices as boxes, each with its own name, after a hidden input that says that the form has the field. */
const boxes = (row: OwnInput, state: FormState): VNode => {
	const props = { name: fieldName(row), label: row.name, state, hint: hintOf(row) };
	return grouped(
		props,
		html`<div class="cols checks">
			<input type="hidden" name=${fieldName(row)} value="" />
			${offered(row).map(
				({ id, name }, at) => html`<label class="check">
					<input
						type="checkbox"
						id=${at === 0 ? ties(props).id : undefined}
						name=${choiceName(row, id)}
						value="1"
						checked=${state.values[choiceName(row, id)] === "1"}
					/>
					<span>${name}</span>
				</label>`,
			)}
		</div>`,
	);
};

/** Draws the link to a file; `href` is undefined where the user may not open it. */
export const ownFileLink = (row: OwnInput, href: string | undefined): Children =>
	href === undefined ? "有檔案" : html`<a href=${href} target="_blank" rel="noopener">開啟${row.name}</a>`;

/** Draws what is stored beside an input that does not show it: the link to a file, and the box that empties the field. */
const stored = (row: OwnInput, state: FormState, href: string | undefined): Children =>
	row.has_value === 1 &&
	(row.is_special === 1 || row.kind === "file") && [
		row.kind === "file" && html`<p class="small">目前的檔案：${ownFileLink(row, href)}</p>`,
		checkbox({ name: emptyName(row), label: `移除已保存的${row.name}`, state }),
	];

/** What the inputs of own fields say: how a purpose is agreed to, and where a file is opened. */
type Around = {
	agree: (purpose: string) => { label: string; hint: string };
	fileHref: (row: OwnInput) => string | undefined;
};
/**
 * Draws the inputs of own fields. Special data and files come with a box that empties what is stored, and, where a purpose is
 * not agreed to yet, with one box for each purpose that says so in the words of `agree`.
 */
export function ownInputs(rows: readonly OwnInput[], state: FormState, { agree, fileHref }: Around): Children {
	const asked = rows.filter((row, nth) => {
		const isFirst = rows.findIndex(({ is_special, purpose }) => is_special === 1 && purpose === row.purpose) === nth;
		return row.is_special === 1 && row.agreed === 0 && isFirst;
	});
	return [
		html`<div class="cols two">
			${rows.map(
				(row) => html`<div class="stack tight">
					${input(row, state)} ${stored(row, state, fileHref(row))}
				</div>`,
			)}
		</div>`,
		...asked.map((row) => checkbox({ name: agreeName(row), state, ...agree(row.purpose) })),
	];
}
