import { env } from "cloudflare:test";
import { paths } from "#http/paths.ts";
import { storedNow } from "./members.ts";
import { fieldValue, page } from "./pages.ts";
import { ask, type Person } from "./people.ts";
import { applicationForm } from "./profiles.ts";
import { rows } from "./users.ts";

const { application, profile } = paths.member;
const { admin } = paths;
export type Announced = { name: string; birth_date: string; gender?: string };

/** The fields of announced children, as the form sends them, with the consent for them. */
export const childFields = (children: readonly Announced[]): Record<string, string> => ({
	...Object.fromEntries(
		children.flatMap(({ name, birth_date, gender = "" }, at) => [
			[`child${at + 1}_name`, name],
			[`child${at + 1}_birth_date`, birth_date],
			[`child${at + 1}_gender`, gender],
		]),
	),
	sets: String(children.length),
	...(children.length > 0 ? { consent_children: "1" } : {}),
	children_version: applicationForm().personal_version ?? "",
});

/** Sends a new application. */
export const apply = (as: Person, given: Record<string, string>, children: readonly Announced[] = []) =>
	ask(profile.store(), { as, form: applicationForm({ ...childFields(children), ...given }) });

/** Sends a correction of the waiting application, as the page has it. */
export async function correct(as: Person, given: Record<string, string>, children: readonly Announced[] = []) {
	const there = await page(application.edit(), as);
	const { consent_personal: _, personal_version: _p, _key, ...fields } = applicationForm(given);
	const version = fieldValue(there, "version") ?? "0";
	const base = (fieldValue(there, "base") ?? "").replaceAll("&quot;", '"');
	return ask(application.edit(), { as, form: { ...fields, ...childFields(children), version, base, ...given } });
}

export const withdraw = (as: Person) => ask(application.withdrawal(), { as, form: {} });

/** The record of a user; 0 without one. */
export const recordOf = async ({ userId }: Person): Promise<number> =>
	(await rows<{ id: number }>("SELECT id FROM members WHERE user_id = ?", userId))[0]?.id ?? 0;

export const RESOLUTION = { resolution_no: "第 3 屆第 2 次理事會", resolution_on: "2026-03-01" };
/** A clerk approves or declines a record, as it is now. */
export async function decide(clerk: Person, id: number, step: "approval" | "refusal"): Promise<Response> {
	const { version } = await storedNow(id);
	const said = step === "approval" ? RESOLUTION : { reason: "資料不符", on: "" };
	return ask(admin.members.step(id, step), { as: clerk, form: { version: String(version), ...said } });
}

/** The children who wait with the application of a user. */
export const waitingOf = ({ userId }: Person) =>
	rows<{ name: string }>("SELECT name FROM application_children WHERE user_id = ? ORDER BY id", userId);
/** The records whose guardian is this one. */
export const dependentsOf = (id: number) =>
	rows<{ id: number; name: string; status: string }>(
		"SELECT id, name, status FROM members WHERE guardian_member_id = ? AND merged_into IS NULL ORDER BY id",
		id,
	);
export const run = (sql: string, ...values: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
