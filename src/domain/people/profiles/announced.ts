import * as z from "zod";
import { PastDay, plain } from "#domain/people/members/field-schemas.ts";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { isAdult } from "#domain/people/members/rules.ts";
import { Checked } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";

/**
 * The children whom an applicant announces in the form of an application: up to MOST_CHILDREN, each with the fields of the
 * form 新增孩子. It asks for no national id, because an answer about it would tell whether the roster has it.
 */
export const MOST_CHILDREN = 6;
const NUMBERS = [1, 2, 3, 4, 5, 6] as const;
type Nth = (typeof NUMBERS)[number];
export const PARTS = ["name", "birth_date", "gender"] as const;
type Part = (typeof PARTS)[number];
export type ChildField = `child${Nth}_${Part}`;
/** Returns the name of a field of the nth child, from 1. */
export const childField = (nth: number, part: Part): ChildField => `child${nth as Nth}_${part}`;
/** Returns which child, from 1, and what of it a field is about. */
export const childPart = (field: ChildField): { nth: number; part: Part } => {
	const part = PARTS.find((one) => field.endsWith(one)) ?? "name";
	return { nth: Number(field.charAt("child".length)), part };
};
/** The names of the fields of all children. */
export const CHILD_FIELDS: readonly ChildField[] = NUMBERS.flatMap((nth) => PARTS.map((part) => childField(nth, part)));

const isMinor = (day: string | null): boolean => day === null || !isAdult(day, dateInTaipei(Date.now()));
const PART = {
	name: plain(80).default(""),
	birth_date: PastDay.refine(isMinor, { error: "已滿 18 歲的人，請本人自己申請入會。" }).default(null),
	gender: MEMBER_FIELDS.gender.default(null),
};
type Shape = { [F in ChildField]: F extends `child${Nth}_${infer P extends Part}` ? (typeof PART)[P] : never };
/** The fields of an application that are about its children, with the consent that the applicant gives for them. */
export const CHILDREN = {
	...(Object.fromEntries(NUMBERS.flatMap((nth) => PARTS.map((part) => [childField(nth, part), PART[part]]))) as Shape),
	consent_children: Checked,
	children_version: z.string().max(20).default(""),
};

export type ChildSaid = { name: string; birth_date: string; gender: z.infer<typeof PART.gender> };
/** The children of an application, and the version of the text to which the applicant agrees for them; "" without a consent. */
export type Children = { said: readonly ChildSaid[]; version: string };
export const NO_CHILDREN: Children = { said: [], version: "" };

const Sent = z.record(z.string(), z.unknown());
type Sent = z.infer<typeof Sent>;
const isBlank = (sent: Sent, nth: number): boolean => PARTS.every((part) => !sent[childField(nth, part)]);
const sentOf = (sent: Sent): number[] => NUMBERS.filter((nth) => !isBlank(sent, nth));
const keyOf = (sent: Sent, nth: number): string =>
	`${sent[childField(nth, "name")]}\n${sent[childField(nth, "birth_date")]}`;

/** Returns what is wrong with the children of a form beside what their fields refuse themselves, by the name of the field. */
function problemsOf(sent: Sent): Partial<Record<string, string>> {
	const there = sentOf(sent);
	const problems: Partial<Record<string, string>> = {};
	for (const nth of there) {
		const [name, birth] = [childField(nth, "name"), childField(nth, "birth_date")];
		if (sent[birth] === null) problems[birth] = "請填寫孩子的生日。";
		if (sent[name] === "") problems[name] = "請填寫孩子的姓名；不要這一位的話，請按「移除」。";
		else if (there.some((other) => other < nth && keyOf(sent, other) === keyOf(sent, nth)))
			problems[name] = "這位孩子填了兩次，請移除其中一次。";
	}
	if (there.length > 0 && sent.consent_children !== true)
		problems.consent_children = "請勾選同意，協會才能受理孩子的申請。";
	return problems;
}

const isObject = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null;
/** Returns the schema of a form with children, which also refuses incomplete ones and children without the consent. */
export const withWholeChildren = <S extends z.ZodType<Sent>>(form: S): S =>
	[...CHILD_FIELDS, "consent_children"].reduce(
		(all, name) =>
			all.refine((sent) => problemsOf(sent)[name] === undefined, {
				path: [name],
				error: ({ input }) => problemsOf(Sent.parse(input))[name] ?? "",
				when: isObject,
			}),
		form,
	);

type Whole = { [F in ChildField]: string | null } & { consent_children: boolean; children_version: string };
/** Separates the children of a form from its other fields. */
export function withChildren<T extends Whole>(sent: T) {
	const { consent_children, children_version, ...fields } = sent;
	const said = sentOf(fields).map(
		(nth): ChildSaid => ({
			name: fields[childField(nth, "name")] ?? "",
			birth_date: fields[childField(nth, "birth_date")] ?? "",
			gender: PART.gender.parse(fields[childField(nth, "gender")] ?? ""),
		}),
	);
	const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !CHILD_FIELDS.some((one) => one === name)));
	return {
		...(rest as Omit<T, ChildField | "consent_children" | "children_version">),
		children: { said, version: consent_children ? children_version : "" } satisfies Children,
	};
}

/** Returns the texts of the fields of the children, as a form begins with them. */
export const childValues = (said: readonly ChildSaid[]): Record<string, string> =>
	Object.fromEntries(said.flatMap((child, at) => PARTS.map((part) => [childField(at + 1, part), child[part] ?? ""])));
