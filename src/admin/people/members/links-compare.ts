import type { CandidateRow } from "#db/people/link-requests.ts";
import { fills } from "#domain/people/link-requests/rules.ts";
import { APPLIED_FIELDS, type AppliedField, FIELD_WORDS, inOrder } from "#domain/people/members/fields.ts";
import { GENDER_LABELS } from "#domain/people/members/labels.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { type NamedType, typeNames } from "#domain/people/membership-types/rules.ts";
import type { Profile } from "#domain/people/profiles/form.ts";
import { own } from "#kernel/own.ts";
import { dayText } from "#kernel/written.ts";
import { html, type VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";

/**
 * What an applicant filled in. `nationalIdHash` is compared with the hash in the record. The page shows only a mask of
 * the national id, and of the diagnosis only that there is one.
 */
export type Said = { profile: Profile; nationalIdHash: string | null; types: readonly NamedType[] };

type Compared = AppliedField;
/** The compared fields in order: identifying fields first, the diagnosis last. */
const FIELDS: readonly Compared[] = [
	...inOrder<Compared>(
		[
			...(["name", "birth_date", "national_id", "phone", "phone_home", "email", "line_id"] as const),
			...(["identity_type", "membership_type", "gender", "name_en", "city", "district", "address"] as const),
		],
		APPLIED_FIELDS,
	).filter((field) => field !== "diagnosis_note"),
	"diagnosis_note",
];

const LABELS: Partial<Record<Compared, Record<string, string>>> = {
	identity_type: IDENTITY_TYPE_LABELS,
	gender: GENDER_LABELS,
};

function saidWords(field: Compared, { profile, types }: Said): string {
	if (field === "national_id") return profile.national_id === null ? "" : maskNationalId(profile.national_id);
	if (field === "diagnosis_note") return profile.diagnosis_note === null ? "" : "有填寫";
	if (field === "birth_date") return profile.birth_date === null ? "" : dayText(profile.birth_date);
	const value = profile[field] ?? "";
	return own(field === "membership_type" ? typeNames(types) : LABELS[field], value) ?? value;
}

function storedWords(field: Compared, row: CandidateRow): string {
	if (field === "national_id") return row.national_id_mask ?? "";
	if (field === "diagnosis_note") return row.has_diagnosis_note === 1 ? "已保存" : "";
	if (field === "birth_date") return row.birth_date === null ? "" : dayText(row.birth_date);
	const value = String((field === "membership_type" ? row.type_name : row[field]) ?? "");
	return own(LABELS[field], value) ?? value;
}

type Line = { field: Compared; said: string; stored: string; look: VNode | null };

/**
 * Draws the result for a field: the same, different (the record's value stays), or filled in when linked; null when the
 * applicant left it empty or nothing happens to it.
 */
function lookOf(
	field: Compared,
	of: { said: string; stored: string; isSame: boolean; isFilled: boolean },
): VNode | null {
	if (of.said === "") return null;
	if (of.isSame) return status({ word: "相同", tone: "ok" });
	if (of.stored !== "") return field === "diagnosis_note" ? null : status({ word: "不同", tone: "warn", icon: "warn" });
	return of.isFilled ? status({ word: "連結時補上", tone: "info", icon: "plus" }) : null;
}

function linesOf(of: Said, row: CandidateRow): Line[] {
	const filled: Record<string, unknown> = fills(row, of.profile);
	return FIELDS.map((field) => {
		const [said, stored] = [saidWords(field, of), storedWords(field, row)];
		const isSame =
			field === "national_id"
				? of.nationalIdHash !== null && of.nationalIdHash === row.national_id_hash
				: said !== "" && said === stored && field !== "diagnosis_note";
		const isFilled = field in filled || field === "national_id" || field === "diagnosis_note";
		return { field, said, stored, look: lookOf(field, { said, stored, isSame, isFilled }) };
	}).filter(({ said, stored }) => said !== "" || stored !== "");
}

const shown = (words: string): VNode | string => words || html`<span class="soft">—</span>`;

/** Draws an application beside a record, field by field, with differences marked. */
export const comparison = (of: Said, row: CandidateRow, nth: number): VNode =>
	table({
		caption: `申請與第 ${nth} 位：${row.name}`,
		tight: true,
		cards: true,
		columns: [
			{ label: "欄位", head: true, nowrap: true, cell: ({ field }) => FIELD_WORDS[field] },
			{ label: "申請填寫", sheet: "line", cell: ({ said }) => shown(said) },
			{ label: "名冊資料", sheet: "line", cell: ({ stored }) => shown(stored) },
			{ label: "比對", nowrap: true, sheet: "corner", bare: true, cell: ({ look }) => look },
		],
		rows: linesOf(of, row),
	});

/** Returns the applicant's own fields as facts. */
export const saidFacts = (of: Said) =>
	FIELDS.map((field) => ({ name: FIELD_WORDS[field], value: saidWords(field, of) })).filter(
		({ value }) => value !== "",
	);
