/**
 * Every page and file that there is, as it is answered with the association's calendar at each of its values: the pages
 * of the staff differ in their dates alone, papers, files and the pages of members in nothing.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Calendar, rocYear } from "#kernel/calendar.ts";
import { fillPages } from "../support/admin-rows.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { FILES, PAGES, STATES, type Visit } from "../support/every-page.ts";
import { routes } from "../support/routes.ts";

const AT_ONCE = 4;
let world: AdminServer;
let known: Record<string, string[]>;
let sessions: Record<"admin" | "member", string>;
let answers: Record<Calendar, Map<string, string>>;

const papers = new Set(routes.filter(({ isPaper }) => isPaper).map(({ path }) => path));
const addressesOf = (path: string): string[] => known[path] ?? [path];
const visits = [...PAGES, ...STATES].filter(
	({ as, to, status = 200 }) => (as === "admin" || as === "member") && to === undefined && status === 200,
);
const files: Visit[] = Object.keys(FILES).map((path) => ({
	path,
	as: path.startsWith("/member") ? "member" : "admin",
}));

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			known = await fillPages(store);
			sessions = {
				admin: await sessionOf(store, "admin@example.org"),
				member: await sessionOf(store, "member@example.org"),
			};
		},
	});
	// Once before: what is read for the first time, such as an announcement, is another page afterwards.
	await everyAnswer("roc");
	answers = { roc: await everyAnswer("roc"), western: await everyAnswer("western") };
});
after(() => world?.stop());

/** Asks for everything once with the setting at this value. */
async function everyAnswer(calendar: Calendar): Promise<Map<string, string>> {
	await world.env.DB.prepare(
		`INSERT INTO settings (key, value, updated_at) VALUES ('association.calendar', ?, 1)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
	)
		.bind(calendar)
		.run();
	const all = [...visits, ...files].flatMap(({ path, as }) => addressesOf(path).map((address) => ({ address, as })));
	const found = new Map<string, string>();
	const next = async (): Promise<void> => {
		for (let one = all.pop(); one; one = all.pop()) {
			const answer = await fetch(world.address + one.address, {
				headers: { Cookie: `session=${sessions[one.as as "admin" | "member"]}` },
				redirect: "manual",
			});
			const type = answer.headers.get("Content-Type") ?? "";
			const text = type.startsWith("text/")
				? await answer.text()
				: Buffer.from(await answer.arrayBuffer()).toString("base64");
			found.set(`${one.as} ${one.address}`, steady(text));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, next));
	return found;
}

/** Takes away what every answer has anew: keys of forms, times that go on while the pages are asked for. */
const steady = (html: string): string =>
	html
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "key")
		.replaceAll(/name="_key" value="[^"]*"/g, "key")
		.replaceAll(/ min="[\d-]+T\d\d:\d\d"/g, "")
		.replaceAll(/(年\d+月\d+日) \d\d:\d\d/g, "$1 now")
		.replaceAll(/<time [^>]*>(?:剛剛|\d+ 分鐘前|今天 \d\d:\d\d)<\/time>/g, "now");

const wordsOf = (html: string): string =>
	html
		.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "")
		.replaceAll(/<textarea[\s\S]*?<\/textarea>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");

const ROC = /(?:民國)?\b1[0-8]\d年\d{1,2}月\d{1,2}日/g;
const WESTERN = /\b(?:19|20)\d\d年\d{1,2}月\d{1,2}日/g;
const ISO = /\b(?:19|20)\d\d[-/]\d\d[-/]\d\d\b/g;
/** Pages that are other ones after each visit: they show visits, what they made themselves, or the setting. */
const VISITED = [
	/^\/admin\/audit/,
	/^\/admin\/members\/(?:\d+(?:\/history)?$|access)/,
	/^\/admin\/documents\/\d+$/,
	/\/preview\?link=1$/,
	/^\/admin\/(?:settings\/association|webhooks\/)/,
	/^\/member\/privacy$/,
];
/** The examples of dates: of components, and beside the field of a date on a paper; and the log, whose texts are stored. */
const EXAMPLES = [/^\/admin\/audit/, /^\/admin\/styleguide/, /^\/admin\/certificates\/\d+$/];
const asRoc = (html: string): string =>
	html
		.replaceAll(/\b(20\d\d|19[1-9]\d)(年\d{1,2}月|\/\d\d\b)/g, (_, year: string, rest: string) => {
			const roc = rocYear(Number(year));
			return `${roc > 0 && roc <= 31 ? "民國" : ""}${roc > 0 ? roc : year}${rest}`;
		})
		.replaceAll('data-calendar="western"', 'data-calendar="roc"')
		// An island draws the field, and is told of the calendar in its props.
		.replaceAll("&quot;calendar&quot;:&quot;western&quot;", "&quot;calendar&quot;:&quot;roc&quot;");

const pairs = (of: readonly Visit[], without: readonly RegExp[]): [string, string, string][] =>
	of.flatMap(({ path, as }) =>
		addressesOf(path)
			.filter((address) => !without.some((one) => one.test(address)))
			.map((address): [string, string, string] => {
				const name = `${as} ${address}`;
				return [name, answers.roc.get(name) ?? "", answers.western.get(name) ?? ""];
			}),
	);
const isStaffs = ({ path, as }: Visit): boolean =>
	as === "admin" && (path.startsWith("/admin") || path.startsWith("/account")) && !papers.has(path.split("?")[0] ?? "");

describe("the calendar of the association", () => {
	test("papers, files and the pages of members do not know it", () => {
		const unchanged = [...visits.filter((one) => !isStaffs(one)), ...files];
		assert.ok(unchanged.length > 100);
		const changed = pairs(unchanged, VISITED).filter(([, roc, western]) => roc !== western);
		assert.deepEqual(
			changed.map(([name, roc, western]) => [name, ...firstDifference(roc, western)]),
			[],
		);
	});

	test("the pages of the staff write their dates in it, and nothing else", () => {
		const staff = visits.filter(isStaffs);
		assert.ok(staff.length > 150);
		const wrong = pairs(staff, VISITED).flatMap(([name, roc, western]) => {
			const [a, b] = [asRoc(roc), asRoc(western)];
			return a === b ? [] : [[name, ...firstDifference(a, b)]];
		});
		assert.deepEqual(wrong, []);
	});

	test("no page of the staff writes a date in the other calendar", () => {
		const staff = visits.filter(isStaffs);
		const found = pairs(staff, EXAMPLES).flatMap(([name, roc, western]) => {
			const others = [
				...wordsOf(roc).matchAll(WESTERN),
				...wordsOf(western).matchAll(ROC),
				...wordsOf(roc).matchAll(ISO),
			];
			return others.length === 0 ? [] : [[name, ...new Set(others.map(String))].join(" ")];
		});
		assert.deepEqual(found, []);
	});
});

function firstDifference(a: string, b: string): [string, string] {
	let at = 0;
	while (at < a.length && a[at] === b[at]) at++;
	return [a.slice(Math.max(0, at - 60), at + 40), b.slice(Math.max(0, at - 60), at + 40)];
}
