import type { PlannedImport } from "#domain/people/roster/actions.ts";
import type { Decision } from "#domain/people/roster/decisions.ts";
import type { Known } from "#domain/people/roster/match.ts";
import type { DoubtfulRow, PlanRow } from "#domain/people/roster/plan-row.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { table } from "#ui/table.ts";
import { fieldWords, valueWords } from "./imports-words.ts";
import { recordName } from "./record-words.ts";

/** A column of the comparison: its heading, and the values by field. */
type Side = { title: string; values: Readonly<Record<string, string | null | undefined>> };
/** A person whom a doubtful row may mean, with the decision that says so. */
export type Person = Side & { decision: Decision };

/** The fields of a record that are compared, beside the national id, which is shown masked. */
const OF_RECORD = [
	...(["name", "member_no", "birth_date", "gender", "identity_type", "phone", "phone_home"] as const),
	...(["email", "line_id", "city", "district", "address", "joined_on"] as const),
];
const COMPARED = [...OF_RECORD.slice(0, 2), "national_id", ...OF_RECORD.slice(2)];

/** Returns where a row stands: 名冊第 12 列. */
export const placeOf = ({ source, row }: Pick<PlanRow, "source" | "row">): string =>
	`${source === "survey" ? "問卷" : "名冊"}第 ${row} 列`;

/** Returns the rows of the roster and the members whom a doubtful row may mean. */
export function candidatesOf({ doubt: { reason } }: DoubtfulRow, { rows, known, keys }: PlannedImport): Person[] {
	const roster = (reason.rows ?? []).flatMap((at) =>
		rows.filter(({ source, row }) => source === "roster" && row === at),
	);
	const members = (reason.members ?? []).flatMap((id) => known.get(id) ?? []);
	return [
		...roster.map((one): Person => ({ title: placeOf(one), values: one.values, decision: `same:r${one.row}` })),
		...members.map(
			(one): Person => ({
				title: `會員 ${recordName(one)}`,
				values: valuesOf(one, keys.get(one.id)?.national_id_mask),
				decision: `same:m${one.id}`,
			}),
		),
	];
}

const valuesOf = (known: Known, mask: string | null | undefined): Side["values"] => ({
	...Object.fromEntries(OF_RECORD.map((field) => [field, known[field]])),
	national_id: mask,
});

/** Draws a row beside the people whom it may mean, field by field; what differs from the row is emphasised. */
export function beside(own: Side, people: readonly Side[]): VNode {
	const said = (field: string, { values }: Side) => (values[field] ? valueWords(field, values[field], []) : "");
	const cell = (field: string, side: Side): Children => {
		const text = said(field, side);
		if (text === "") return html`<span class="soft">—</span>`;
		return said(field, own) !== "" && text !== said(field, own) ? html`<b>${text}</b>` : text;
	};
	return table<string>({
		caption: `${own.title}與可能是同一人的資料`,
		tight: true,
		columns: [
			{ label: "欄位", head: true, nowrap: true, cell: (field) => fieldWords(field).replace(/（[^（）]*）$/, "") },
			...[own, ...people].map((side) => ({ label: side.title, cell: (field: string) => cell(field, side) })),
		],
		rows: COMPARED.filter((field) => [own, ...people].some((side) => said(field, side) !== "")),
	});
}
