import { MEMBER_FIELDS, type RosterField } from "#domain/people/members/fields.ts";
import { readPhone } from "#domain/people/members/phones.ts";
import { CITIES, districtsOf, readAddress } from "#domain/people/members/places.ts";
import { readDate } from "#kernel/calendar.ts";
import { type Cell, cellText, plainWord } from "#kernel/table.ts";
import type { Field } from "./columns.ts";
import type { Reading, Values } from "./reading.ts";
import type { Reason } from "./reasons.ts";
import {
	genderOf,
	identityOf,
	isDitto,
	membershipTypeOf,
	readSeats,
	readTaxId,
	statusOf,
	tidyPersonName,
} from "./values.ts";

/** A cell, with the values that were read before it in its row. */
export type ReadCell = { cell: Cell; reading: Reading; hasCity: boolean; values: Values };
type Read = {
	text: string;
	values?: Values | undefined;
	refused?: Reason | undefined;
	notice?: Reason | undefined;
	/** The cell says more than its fields can hold, so its whole text is kept as a note. */
	spills?: boolean | undefined;
};
const READ_OTHERWISE = [
	...(["guardian", "guardian_as", "second_guardian", "second_guardian_as"] as const),
	...(["certificate", "paid_years", "groups", "diagnosis", "remarks"] as const),
] as const;
/** The fields whose cells are read one by one (by `readField`); READ_OTHERWISE lists the other fields. */
export type Readable = Exclude<Field, (typeof READ_OTHERWISE)[number]>;
export const isReadable = (field: Field): field is Readable => !READ_OTHERWISE.some((one) => one === field);

const BAD: Reason = { code: "bad_value" };

/** Reads a cell as a field of the record: the canonical values, or the reason why there are none. */
export function readField(field: Readable, of: ReadCell): Read {
	const text = cellText(of.cell);
	if (isDitto(text)) return { text, refused: BAD };
	switch (field) {
		case "birth_date":
		case "joined_on":
		case "left_on":
			return { text, ...readDay(field, of) };
		case "phone":
		case "phone_home":
			return { text, ...readPhones(field, text, of.values) };
		case "identity_type":
		case "gender":
		case "membership_type":
		case "status":
			return { text, ...readCode(field, text, of.reading) };
		case "city":
		case "district":
		case "address":
			return { text, ...readPlace(field, text, of) };
		case "name":
			return { text, ...readName(text) };
		case "tax_id":
		case "seats": {
			const value = field === "tax_id" ? readTaxId(text) : readSeats(text);
			return value === undefined ? { text, refused: BAD } : { text, values: { [field]: value } };
		}
		default:
			return { text, ...checked(field, text) };
	}
}

/** The fields that are read by the schema of the member form. */
type PlainText = Exclude<
	RosterField,
	| "birth_date"
	| "joined_on"
	| "phone"
	| "phone_home"
	| "identity_type"
	| "gender"
	| "membership_type"
	| "city"
	| "district"
	| "address"
>;

/** Whether a text begins like a spreadsheet formula, which cannot be a name. */
const isFormula = (text: string): boolean => /^[=+\-@＝＋－＠]/.test(text);

/** Matches the status in brackets after a name: 王大明(歿), 王大明（已退會）. */
const BEHIND_NAME = /[(（［[]([^()（）[\]［］]+)[)）\]］]$/;

function readName(text: string): Omit<Read, "text"> {
	const found = BEHIND_NAME.exec(text);
	const name = text.slice(0, found?.index).trimEnd();
	const status = name === "" ? undefined : statusOf(found?.[1] ?? "");
	const read = checked("name", isFormula(text) ? "" : tidyPersonName(status ? name : text));
	return status && read.values ? { ...read, values: { ...read.values, status } } : read;
}

/**
 * Reads a field by the schema of the member form: its value, nothing for an empty or masked one, or the reason
 * `bad_value`.
 */
function checked(field: PlainText, text: string): Omit<Read, "text"> {
	// A masked id comes from our own export and says nothing new.
	if (field === "national_id" && text.includes("*")) return {};
	const read = MEMBER_FIELDS[field].safeParse(field === "postal_code" || field === "email" ? plainWord(text) : text);
	if (!read.success) return { refused: BAD };
	return read.data === null || read.data === "" ? {} : { values: { [field]: read.data } };
}

function readDay(field: "birth_date" | "joined_on" | "left_on", { cell, reading }: ReadCell): Omit<Read, "text"> {
	const read = readDate(typeof cell === "number" ? cell : cellText(cell));
	if (read === null || read.date > reading.today || read.date < "1900-01-01") return { refused: BAD };
	if (read.ambiguous && !reading.acceptDates) return { refused: { code: "date_ambiguous", read: read.date } };
	return { values: { [field]: read.date } };
}

/** Matches words in brackets beside a phone number: 0912345678（媽媽）. */
const ASIDE = /[(（][^()（）\d]*[)）]/g;

/**
 * Reads one phone number or several, whatever the column: the first mobile becomes `phone`, the first landline
 * `phone_home`. In the column of landlines a second mobile becomes `phone_home` when there is no landline.
 */
function readPhones(field: "phone" | "phone_home", text: string, known: Values): Omit<Read, "text"> {
	const whole = readPhone(text) ?? readPhone(text.replace(ASIDE, ""));
	const parts = whole
		? [whole]
		: text
				.replace(ASIDE, " ")
				.split(/[、,，;；/／]|或| {2,}/)
				.filter((part) => part.trim() !== "")
				.map(readPhone);
	const read = parts.filter((part) => part !== null);
	if (read.length < parts.length || read.length === 0) return { refused: BAD };
	const mobiles = read.flatMap((part) => ("mobile" in part ? [part.mobile] : []));
	const landlines = read.flatMap((part) => ("landline" in part ? [part.landline] : []));
	const phone = known.phone ?? mobiles[0];
	// A second mobile, in the column of the landline, is kept there.
	const home =
		known.phone_home ?? landlines[0] ?? (field === "phone_home" ? mobiles.find((one) => one !== phone) : undefined);
	const isKept = [...mobiles, ...landlines].every((one) => one === phone || one === home);
	return {
		values: { ...(phone ? { phone } : {}), ...(home ? { phone_home: home } : {}) },
		spills: !isKept || text.replace(ASIDE, "") !== text,
	};
}

function readCode(
	field: "identity_type" | "gender" | "membership_type" | "status",
	text: string,
	{ types }: Reading,
): Omit<Read, "text"> {
	if (field === "identity_type") {
		const read = identityOf(text);
		if (!read) return { refused: BAD };
		return {
			values: { identity_type: read.identity },
			...(read.confirm ? { notice: { code: "parent_to_confirm" } } : {}),
		};
	}
	if (field === "status") {
		const status = statusOf(text);
		return status ? { values: { status } } : { notice: { code: "status_unknown" } };
	}
	const code = field === "gender" ? genderOf(text) : membershipTypeOf(text, types);
	return code ? { values: { [field]: code } } : { refused: BAD };
}

/**
 * Reads a part of the address. When there is a column for the city, each column gives its own part; otherwise the
 * address column gives all parts.
 */
function readPlace(
	field: "city" | "district" | "address",
	text: string,
	{ values, hasCity }: ReadCell,
): Omit<Read, "text"> {
	if (field === "city") {
		const { city, address } = readAddress(text);
		const named = city ?? CITIES.find((name) => name.slice(0, 2) === text.replaceAll("台", "臺"));
		return named && (city === undefined || address === "") ? { values: { city: named } } : { refused: BAD };
	}
	if (field === "district") {
		const { district, address } = readAddress((values.city ?? "") + text);
		const isOf =
			district !== undefined && address === "" && (!values.city || districtsOf(values.city).includes(district));
		return isOf ? { values: { district, ...cityOf(district, values) } } : { refused: BAD };
	}
	if (hasCity) return limited(text, {});
	const { address, ...place } = readAddress(text);
	return limited(address, { ...place, ...(values.postal_code ? { postal_code: values.postal_code } : {}) });
}

const cityOf = (district: string, { city }: Values): Values => {
	const { city: only } = readAddress(district);
	return city === undefined && only !== undefined ? { city: only } : {};
};

function limited(address: string, place: Values): Omit<Read, "text"> {
	const read = MEMBER_FIELDS.address.safeParse(address);
	if (!read.success) return { refused: BAD };
	return { values: { ...place, ...(read.data ? { address: read.data } : {}) } };
}
