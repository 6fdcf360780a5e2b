/** What people type is looked up among a table's own keys: `constructor` and `toString` are names of nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { plainText } from "#domain/content/content/text.ts";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { districtsOf, readAddress } from "#domain/people/members/places.ts";
import { membershipTypeOf, statusOf } from "#domain/people/roster/values.ts";
import { paths } from "#http/paths.ts";
import { shareOf } from "../support/chances.ts";
import { member } from "../support/members.ts";
import { SHIPPED_TYPES } from "../support/membership-types.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";

const NAMES = Object.getOwnPropertyNames(Object.prototype);
let staff: Person;
beforeAll(async () => {
	const roles = ["admin", "secretary", "editor", "cashier", "accountant", "chair"];
	staff = await signIn({ name: "什麼都能看", roles });
});

describe.each(NAMES)("%s", (name) => {
	test("is no code, no place and no character", () => {
		expect([statusOf(name), membershipTypeOf(name, SHIPPED_TYPES), districtsOf(name)]).toEqual([
			undefined,
			undefined,
			[],
		]);
		expect(readAddress(name)).toEqual({ address: name });
		expect(plainText(`&${name};`)).toBe(`&${name};`);
	});
});

test("the choices of a member's form refuse it, beside another's changes too", async () => {
	const { id } = await member({ name: "林美惠" });
	const form = Object.fromEntries(Object.keys(MEMBER_FIELDS).map((name) => [name, ""]));
	for (const field of ["gender", "identity_type", "membership_type", "city"])
		for (const name of ["constructor", "__proto__"])
			for (const version of ["1", "99"]) {
				const sent = { ...form, name: "林美惠", base: "{}", version, [field]: name };
				const answer = await ask(paths.admin.members.edit(id), { as: staff, form: sent });
				expect([answer.status < 500, field, name]).toEqual([true, field, name]);
			}
});

/** Names of the fields by which a page's list is narrowed. */
function filtersOn(page: string): string[] {
	const forms = [...page.matchAll(/<form(?=[^>]*method="get")[^>]*>([\s\S]*?)<\/form>/gi)].map(
		([, inner = ""]) => inner,
	);
	return [
		...new Set(
			forms.flatMap((inner) =>
				[...inner.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, field = ""]) => field),
			),
		),
	];
}

test("no filter of any list fails on it", async () => {
	const places = routes.filter(
		({ method, path }) => method === "GET" && path.startsWith("/admin") && !path.includes(":"),
	);
	const fields: [path: string, field: string][] = [];
	for (const { path } of places) {
		const page = await ask(path, { as: staff });
		if (page.status !== 200 || !page.headers.get("Content-Type")?.startsWith("text/html")) continue;
		for (const field of filtersOn(await page.text())) fields.push([path, field]);
	}
	expect(fields.length).toBeGreaterThan(100);
	for (const [path, field] of shareOf(fields, 3)) {
		const answer = await ask(`${path}?${field}=constructor`, { as: staff });
		expect([answer.status < 500, path, field]).toEqual([true, path, field]);
	}
});
