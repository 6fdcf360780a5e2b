import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { mostShown } from "#admin/shell/dashboard/waits.ts";
import { readRows } from "#db/read.ts";
import { menuCounts } from "#db/shell/waits.ts";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { page, type Shown, tripsOf } from "../../support/pages.ts";
import { type Person, signIn } from "../../support/people.ts";
import { random } from "../../support/random.ts";
import { rows } from "../../support/users.ts";

const DAY = 86_400_000;
const NOW = Date.now();
const dayOf = (at: number) => new Date(at + DAY / 3).toISOString().slice(0, 10);
const home = (more = "") => `${paths.admin.home()}${more}`;
const row = { created_at: 1, updated_at: 1 };

/** The links of the filter: the kind, and how many it says wait. */
const kindsOf = ({ elements }: Shown): Record<string, number> =>
	Object.fromEntries(
		elements.flatMap(({ name, attributes, text }) => {
			const [, kind] = /^\/admin\?wait=(\w[\w-]*)$/.exec(attributes.href ?? "") ?? [];
			return name === "a" && kind && kind !== "all" ? [[kind, Number(/ (\d+)$/.exec(text.trim())?.[1])]] : [];
		}),
	);
/** The rows of the list, by their ages. */
const linesOf = ({ elements }: Shown) =>
	elements.filter(({ attributes }) => /^age\b/.test(attributes.class ?? "")).map(({ text }) => ({ age: text }));
const daysIn = (age: string): number => (age === "今天" ? 0 : Number.parseInt(age, 10));

/** Something of every kind that waits in a queue, of random ages, some of it the secretary's own. */
async function queues(secretary: Person, seed: number): Promise<void> {
	const { next } = random(seed);
	const at = () => NOW - Math.floor(next() * 20) * DAY;
	let id = seed * 1_000;
	const some = async (make: (id: number) => Promise<unknown>) => {
		for (let n = Math.ceil(next() * 4); n > 0; n--) await make(++id);
	};
	const member = (one: number, more = {}) =>
		insert("members", { id: one, name: `某人${one}`, status: "active", ...row, ...more });
	await some((one) => member(one, { status: "applied", status_since: dayOf(at()) }));
	await some(async (one) => {
		await member(one);
		await insert("disability_certificates", {
			member_id: one,
			uploaded_by: next() < 0.5 ? secretary.userId : null,
			created_at: at(),
			updated_at: 1,
		});
	});
	await some(async (one) => {
		await member(one);
		const on = dayOf(at());
		const about = { member_id: one, kind: "copy", content: "請給我", channel: "paper", received_on: on, due_on: on };
		await insert("privacy_requests", { ...about, ...row });
	});
	await some(async () => {
		const { userId } = await signIn();
		await insert("link_requests", { user_id: userId, seal_id: "s", profile: "", created_at: at() });
	});
	await some((one) =>
		insert("tasks", {
			title: `任務${one}`,
			status: "todo",
			priority: 3,
			rank: one,
			assignee_id: secretary.userId,
			created_at: at(),
			updated_at: 1,
		}),
	);
}

test.each([1, 2, 3])("what waits is one list by age, and says the same as the menu (%i)", async (seed) => {
	const secretary = await signIn({ roles: ["secretary"] });
	await queues(secretary, seed);
	const shown = await page(home(), secretary);
	const [kinds, lines] = [kindsOf(shown), linesOf(shown)];
	const total = Object.values(kinds).reduce((sum, many) => sum + many, 0);
	const ages = lines.filter(({ age }) => age !== "—").map(({ age }) => daysIn(age));
	expect(ages).toEqual(ages.toSorted((a, b) => b - a));
	expect(lines.length).toBe(Math.min(total, mostShown(undefined)));
	const late = shown.elements
		.filter(({ attributes }) => attributes.class === "age late")
		.map(({ text }) => daysIn(text));
	expect(late).toEqual(ages.filter((days) => days >= 7));
	expect(shown.html).toContain(`${total} 件事在等`);
	const [[counts]] = await readRows(env.DB, menuCounts(secretary.sid, dayOf(NOW)));
	for (const kind of ["applications", "certificates", "links", "privacy", "tasks"] as const)
		expect([kind, kinds[kind] ?? 0]).toEqual([kind, counts?.[kind]]);
	// One kind alone has no line of another, and all of its own.
	for (const [kind, many] of Object.entries(kinds))
		expect(linesOf(await page(home(`?wait=${kind}`), secretary)).length).toBe(many);
	expect(linesOf(await page(home("?wait=all"), secretary)).length).toBe(total);
	// What the secretary handed in is only told as a number.
	const [own] = await rows<{ many: number }>(
		"SELECT count(*) AS many FROM disability_certificates WHERE uploaded_by = ?1",
		secretary.userId,
	);
	expect(/另有 (\d+) 件/.exec(shown.html)?.[1] ?? "0").toBe(String(own?.many));
	expect(await tripsOf(home(), secretary)).toBe(2);
});

test("nobody reads of what they may not see, whatever kind the address asks for", async () => {
	await insert("members", { id: 90, name: "不該看到的人", status: "applied", status_since: "2026-01-01", ...row });
	const editor = await signIn({ roles: ["editor"] });
	for (const more of ["", "?wait=all", "?wait=applications", "?wait=payments"]) {
		const shown = await page(home(more), editor);
		expect([shown.status, shown.html.includes("不該看到的人"), kindsOf(shown)]).toEqual([200, false, {}]);
		expect(shown.html).toContain("目前沒有等候您處理的事");
	}
	expect((await page(home("?wait=nothing"), editor)).status).toBe(400);
});

test("a name that is markup stays text", async () => {
	await insert("members", { id: 91, name: "<b>粗體</b>", status: "applied", status_since: "2026-01-02", ...row });
	const { html } = await page(home("?wait=applications"), await signIn({ roles: ["secretary"] }));
	expect(html).toContain("&lt;b>粗體");
	expect(html).not.toContain("<b>粗體");
});
