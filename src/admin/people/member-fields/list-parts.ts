import * as z from "zod";
import {
	choicesOf,
	fieldName,
	fileText,
	isFiltered,
	LEAST_TOLD,
	type OwnField,
	valueWords,
} from "#domain/people/member-fields/rules.ts";
import { own } from "#kernel/own.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Filter } from "#ui/filters.ts";
import type { Children } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";

/** The years that a condition on a year offers, the newest first. */
const YEARS = 110;
const years = (): { value: string; label: string }[] => {
	const now = Number(dateInTaipei(Date.now()).slice(0, 4));
	return Array.from({ length: YEARS }, (_, at) => now + 1 - at).map((year) => ({
		value: String(year),
		label: `${year}（民國 ${year - 1911} 年）`,
	}));
};

function condition(field: OwnField): Filter {
	const { name: label, kind } = field;
	const name = fieldName(field);
	switch (kind) {
		case "choice":
		case "choices":
			return { name, label, options: choicesOf(field).map((one) => ({ value: String(one.id), label: one.name })) };
		case "file":
			return {
				name,
				label,
				options: [
					{ value: "1", label: "有檔案" },
					{ value: "0", label: "沒有檔案" },
				],
			};
		case "yes_no":
			return {
				name,
				label,
				options: [
					{ value: "1", label: "是" },
					{ value: "0", label: "否" },
				],
			};
		case "year":
			return { name, label, options: years() };
		case "date":
			return { name, label, type: "date" };
		case "text":
		case "number":
			return { name, label, type: "text", placeholder: "完全相同的內容" };
	}
}

/**
 * Returns the conditions of a list on own fields, for a reader who may see sensitive data (`seesAll`) or not; sealed
 * text, numbers and days are never searched.
 */
export const ownConditions = (fields: readonly OwnField[], seesAll: boolean): Filter[] =>
	fields.filter((field) => (field.seen_by === "view" || seesAll) && isFiltered(field)).map(condition);

/** Returns a number of people in words; by special data a group under three reads as "<3". */
export const countWords = (many: number, isSealed: boolean): string =>
	isSealed && many < LEAST_TOLD ? `<${LEAST_TOLD}` : figure(many);

const cellOf = (field: OwnField, value: string | null): string =>
	field.kind === "file" ? fileText(field, value) : valueWords(field, value);

/** Returns the id of an own field's column in the list. */
export const listColumnOf = ({ id }: Pick<OwnField, "id">): string => `own-${id}`;

const Values = z.record(z.string(), z.string());
/** Returns the columns of own fields in the list of members; `none` stands where there is no value. */
export const ownColumns = <Row extends { own: string }>(fields: readonly OwnField[], none: Children): Column<Row>[] =>
	fields
		.filter(({ in_list }) => in_list === 1)
		.map((field) => ({
			id: listColumnOf(field),
			label: field.name,
			cell: (row) => cellOf(field, own(Values.parse(JSON.parse(row.own)), String(field.id)) ?? null) || none,
		}));
