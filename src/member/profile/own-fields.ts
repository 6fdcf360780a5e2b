import type { ValueRow } from "#db/people/index.ts";
import { FOR_WHOM_LABELS, ownValueWords } from "#domain/people/index.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { ownFileLink, ownInputs } from "#ui/own-fields.ts";

/**
 * The own fields of the association that a member reads or fills in, the opened special data by the fields' ids, and the
 * address of a file.
 */
export type OwnPart = {
	rows: readonly ValueRow[];
	opened: ReadonlyMap<number, string>;
	fileHref: (field: number) => string;
};

/** Draws the own fields that an applicant fills in, each with whom it is for; nothing without any. */
export function appliedFieldsForm(rows: readonly ValueRow[], state: FormState): Children {
	const asked = rows.map((row) =>
		row.for_whom === "all" ? row : { ...row, hint: `${FOR_WHOM_LABELS[row.for_whom]}才填。${row.hint}` },
	);
	return (
		asked.length > 0 &&
		card({ title: "協會想知道的事" }, ownInputs(asked, state, { agree: agreeBefore, fileHref: () => undefined }))
	);
}

/** Returns what an applicant filled in, as facts; special data are only said to be there. */
export const appliedFacts = (rows: readonly ValueRow[]) =>
	rows
		.filter(({ has_value }) => has_value === 1)
		.map((row) => ({
			name: row.name,
			value: row.is_special === 1 ? "已填寫，加密保存" : ownValueWords(row, row.value),
		}));

const agreeBefore = (purpose: string) => ({
	label: `我同意協會保存這些特種個資，用途是：${purpose}`,
	hint: "沒有同意就不會保存（個人資料保護法第 6 條）。協會決定以前，可以在「修改申請」移除；申請沒有通過或撤回，內容會刪除。入會後可以隨時收回同意。",
});
const agree = (purpose: string) => ({
	label: `我同意協會保存這些特種個資，用途是：${purpose}`,
	hint: "沒有同意就不會保存（個人資料保護法第 6 條）。可以隨時在「個人資料與隱私」收回，收回時內容會刪除。",
});

/** Draws the own fields that the member fills in. */
export function ownFieldsForm({ rows, fileHref }: OwnPart, state: FormState): Children {
	const fills = rows.filter(({ self }) => self === "fills");
	const around = { agree, fileHref: ({ id }: { id: number }) => fileHref(id) };
	return fills.length > 0 && card({ title: "協會想知道的事" }, ownInputs(fills, state, around));
}

/** Draws what the association has stored in the own fields: those that the member reads alone, and special data. */
export function ownFieldsCard({ rows, opened, fileHref }: OwnPart): Children {
	// The file of a field that the member fills in stands beside its input.
	const isSealed = ({ kind, is_special, has_value }: ValueRow) =>
		kind !== "file" && is_special === 1 && has_value === 1;
	const shown = rows.filter((row) => row.self === "reads" || isSealed(row));
	const contentOf = (row: ValueRow): Children => {
		if (row.kind === "file") return row.has_value === 1 && ownFileLink(row, fileHref(row.id));
		return ownValueWords(row, row.is_special === 1 ? (opened.get(row.id) ?? null) : row.value);
	};
	return (
		shown.length > 0 &&
		card({ title: "協會登記的其他資料" }, facts(shown.map((row) => ({ name: row.name, value: contentOf(row) }))))
	);
}
