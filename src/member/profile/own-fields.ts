import type { ValueRow } from "#db/people/index.ts";
import { ownValueWords } from "#domain/people/index.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { ownInputs } from "#ui/own-fields.ts";

/** The own fields of the association that a member reads or fills in, and the opened special data by the fields' ids. */
export type OwnPart = { rows: readonly ValueRow[]; opened: ReadonlyMap<number, string> };

const agree = (purpose: string) => ({
	label: `我同意協會保存這些特種個資，用途是：${purpose}`,
	hint: "沒有同意就不會保存（個人資料保護法第 6 條）。可以隨時在「個人資料與隱私」收回，收回時內容會刪除。",
});

/** Draws the own fields that the member fills in. */
export function ownFieldsForm({ rows }: OwnPart, state: FormState): Children {
	const fills = rows.filter(({ self }) => self === "fills");
	return fills.length > 0 && card({ title: "協會想知道的事" }, ownInputs(fills, state, agree));
}

/** Draws what the association has stored in the own fields: those that the member reads alone, and special data. */
export function ownFieldsCard({ rows, opened }: OwnPart): Children {
	const shown = rows.filter(
		({ self, is_special, has_value }) => self === "reads" || (is_special === 1 && has_value === 1),
	);
	return (
		shown.length > 0 &&
		card(
			{ title: "協會登記的其他資料" },
			facts(
				shown.map((row) => ({
					name: row.name,
					value: ownValueWords(row, row.is_special === 1 ? (opened.get(row.id) ?? null) : row.value),
				})),
			),
		)
	);
}
