import { env } from "cloudflare:test";
import { SELF_FIELDS } from "#domain/people/members/fields.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import { NewProfileForm } from "#domain/people/profiles/form.ts";
import { seal } from "#platform/crypto.ts";
import { insert } from "./content.ts";
import type { Element } from "./markup.ts";

/** The fields that members change themselves, all empty but those given: as a browser sends them. */
export const ownFields = (given: Record<string, string> = {}): Record<string, string> => ({
	...Object.fromEntries(SELF_FIELDS.map((name) => [name, ""])),
	...given,
});

/** What a user without a record sends, all that is needed and what is given. */
export const applicationForm = (given: Record<string, string> = {}): Record<string, string> => ({
	...ownFields(),
	name: "陳怡君",
	identity_type: "patient",
	membership_type: "individual",
	birth_date: "",
	national_id: "",
	diagnosis_note: "",
	phone: "0911222333",
	consent_personal: "1",
	personal_version: CONSENT_TEXTS.personal_data.version,
	health_version: CONSENT_TEXTS.health_data.version,
	_key: crypto.randomUUID(),
	...given,
});

/** The sentences beside the fields of a form, by the field's name. */
export const errorsBeside = (elements: Element[]): Record<string, string> =>
	Object.fromEntries(
		elements
			.filter(({ attributes }) => /^\w+-\w+-error$/.test(attributes.id ?? ""))
			.map(({ attributes, text }) => [attributes.id?.replace(/^\w+?-|-error$/g, "") ?? "", text]),
	);

/** The text of a page, as it is read. */
export const wordsOf = (html: string): string =>
	html
		.replace(/^[\s\S]*?<main/, "<main")
		.replace(/<[^>]+>/g, " ")
		.replace(/[ \n\t]+/g, " ");

/** An open request of a user, by plain SQL, with what they said sealed as the program does it. */
export async function insertOpenRequest(id: number, userId: number): Promise<void> {
	const { SEALING_KEY } = env;
	const { profile } = NewProfileForm.parse(
		Object.fromEntries(Object.entries(applicationForm()).filter(([name]) => name !== "_key")),
	);
	const said = { profile, agreed: { personal: "personal_data-2026-1", health: null, at: 1 } };
	const sealed = await seal(SEALING_KEY, JSON.stringify(said), "link_requests.profile:seal");
	await insert("link_requests", {
		id,
		user_id: userId,
		seal_id: "seal",
		profile: sealed,
		candidates: "[1]",
		created_at: id,
	});
}
