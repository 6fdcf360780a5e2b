/** Every address that staff send something to: what is of one's own family is refused there, and nothing is written. */

import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { shareOf } from "../support/chances.ts";
import { member } from "../support/members.ts";
import { ask, signIn } from "../support/people.ts";
import { routes } from "../support/routes.ts";
import { ALL_ROADS, AREAS, ELSEWHERE, RELATIONS, sql } from "../support/staff-roads.ts";

const ALL = ["admin", "secretary", "chair", "cashier", "accountant"];
const posts = routes
	.filter(({ method, path }) => method === "POST" && path.startsWith("/admin/"))
	.map(({ path }) => `POST ${path}`);
const all = ALL_ROADS;

test("every address that staff send to is walked here, or said to be walked elsewhere", () => {
	const areaOf = (name: string): string => name.split("/")[2] ?? "";
	const undeclared = posts.filter((name) => !all[name] && !ELSEWHERE[name] && !AREAS[areaOf(name)]);
	expect(undeclared).toEqual([]);
	expect([...Object.keys(all), ...Object.keys(ELSEWHERE)].filter((name) => !posts.includes(name))).toEqual([]);
});

/** Everything that is a member's, and how much was written down. */
const TABLES = [
	"members",
	"guardianships",
	"member_ties",
	"member_logins",
	"member_distinct",
	"member_numbers",
	"dues_items",
]
	.concat(["dues_events", "disability_certificates", "consents", "privacy_requests", "users", "user_roles", "erasures"])
	.concat(["one_time_codes", "one_time_links", "vouchers", "payments", "mail_messages", "files", "audit_log"]);
const dump = async (): Promise<string> =>
	JSON.stringify(
		(await env.DB.batch(TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))).map(({ results }) => results),
	);

/** Why it is refused; who has that login, or is staff, is told so first. */
const OWN = /您或家人|自己或家人|自己、家人|工作人員不能使用啟用碼|自己的(登入資料|兩步驟驗證)請到|不能變更自己的角色/;
/** Nobody who has a login is invited to another, and nobody who has a guardian is one. */
const BEFORE: Record<string, RegExp> = {
	"POST /admin/members/:id/login/invitation": /會員目前的狀態不能這樣做/,
	"POST /admin/members/new": /監護人不能是自己/,
	"POST /admin/members/:id/guardian": /監護人不能是自己/,
};
const isSaid = (name: string, page: string): boolean =>
	OWN.test(said(page)) || (BEFORE[name]?.test(said(page)) ?? false);
test.each(Object.keys(RELATIONS))("of %s nothing is changed", async (relation) => {
	const actor = await signIn({ name: "王同仁", roles: ALL });
	const clerk = await signIn({ name: "李同仁", roles: ALL });
	const wrong: unknown[] = [];
	for (const [name, road] of shareOf(Object.entries(all), 3)) {
		await sql("UPDATE members SET user_id = NULL WHERE user_id = ?", actor.userId);
		const { id: own } = await member({ name: "王同仁", status: "active", userId: actor.userId });
		const { id } = await member({
			name: "家人",
			status: road.from ?? "active",
			...(road.isContact ? { membership_type: CONTACT } : {}),
		});
		const w = { actor, clerk, own };
		await RELATIONS[relation]?.(id, w);
		const { path, form } = await road.send(id, w);
		const before = await dump();
		const answer = await ask(path, { as: actor, form });
		const page = await answer.text();
		const isRefused =
			(answer.status === 422 && isSaid(name, page)) || (name.includes("/bulk/") && answer.status === 303);
		if (!isRefused || (await dump()) !== before) wrong.push([name, answer.status, said(page)]);
	}
	expect(wrong).toEqual([]);
});
/** What a page says of why it is there again, or all of it where it has no such place. */
const said = (page: string): string => {
	const all = page.slice(page.indexOf("<main")).replaceAll(/<[^>]+>/g, " ");
	const summary = /error-summary(?:.{0,600})/s.exec(page)?.[0].replaceAll(/<[^>]+>/g, " ");
	return summary ?? all;
};
