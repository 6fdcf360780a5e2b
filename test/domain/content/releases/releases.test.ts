import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { changeArticles, createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import {
	createRelease,
	editRelease,
	remindOfEnding,
	tieToPicture,
	withdrawRelease,
} from "#domain/content/releases/actions.ts";
import { ReleaseForm, ReleaseNumbers } from "#domain/content/releases/form.ts";
import { isMinorOn, stateOf } from "#domain/content/releases/rules.ts";
import { byUser } from "#kernel/by.ts";
import { NamingRefusal } from "#kernel/refusal.ts";
import { articleInput } from "../../../support/articles.ts";
import { insertArticle } from "../../../support/content.ts";
import { signIn } from "../../../support/people.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { day, insertPicture, insertRelease, insertStaff, releaseInput } from "../../../support/releases.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const DAY_MS = 86_400_000;
const refused = (run: () => Promise<unknown>) => run().then(() => "done", codeOf);
const by = () => byUser(7, null, Date.now());
const key = () => crypto.randomUUID();
beforeAll(() => insertStaff(7));
const story = (slug: string, more: Parameters<typeof articleInput>[0] = {}) =>
	articleInput({ slug, type: "story", body: "內文", ...more });
const stateNow = async (slug: string) =>
	(
		await rows<{ state: string; version: number; id: number }>(
			`SELECT id, state, version FROM articles WHERE slug = '${slug}'`,
		)
	)[0];
const audited = async (action: string) =>
	(
		await rows<{ changes: string; actor: string }>(
			`SELECT changes, actor FROM audit_log WHERE action = '${action}' ORDER BY id`,
		)
	).map(({ actor, changes }) => [actor, JSON.parse(changes)]);
const told = (kind: string) =>
	rows<{ data: string }>(`SELECT data FROM notifications WHERE kind = '${kind}' ORDER BY rowid`);

test("a story is published by releases or the tick, and keeps one of them", async () => {
	const publish = { move: { step: "publish" } } as const;
	expect(await refused(() => createArticle(db, { input: story("a"), ...publish, ...by(), key: key() }))).toBe(
		"release.missing",
	);
	const input = (releases: number[], nobodyShown = false) => story("a", { ground: { releases, nobodyShown } });
	expect(await refused(() => createArticle(db, { input: input([999]), ...publish, ...by(), key: key() }))).toBe(
		"release.unknown",
	);
	const [first, second] = [await insertRelease(), await insertRelease()];
	const id = await createArticle(db, { input: input([first]), ...publish, ...by(), key: key() });
	// Another release, the tick, both, none: each save at once.
	await saveArticle(db, { id, version: 1 }, { input: input([second]), ...by() });
	await saveArticle(db, { id, version: 2 }, { input: input([], true), ...by() });
	await saveArticle(db, { id, version: 3 }, { input: input([first], false), ...by() });
	expect(await refused(() => saveArticle(db, { id, version: 4 }, { input: input([]), ...by() }))).toBe(
		"release.missing",
	);
	await saveArticle(db, { id, version: 4 }, { input: story("a"), ...by() });
	expect(await rows("SELECT release_id FROM article_releases")).toEqual([{ release_id: first }]);
	await saveArticle(db, { id, version: 5 }, { input: input([]), move: { step: "unpublish" }, ...by() });
	expect((await stateNow("a"))?.state).toBe("draft");
});

test("what is planned is asked at once, and again when its time comes; who manages releases is told", async () => {
	await signIn({ name: "編輯", roles: ["editor"] });
	const at = Date.now();
	const move = { step: "schedule", publishAt: at + 5 * DAY_MS } as const;
	expect(await refused(() => createArticle(db, { input: story("p"), move, ...by(), key: key() }))).toBe(
		"release.missing",
	);
	const ends = await insertRelease({ until: day(2) });
	const ground = { releases: [ends], nobodyShown: false };
	await createArticle(db, { input: story("p", { ground }), move, ...by(), key: key() });
	await createArticle(db, { input: articleInput({ slug: "n", body: "內文" }), move, ...by(), key: key() });
	await flipDue(db, at + 6 * DAY_MS);
	expect([(await stateNow("p"))?.state, (await stateNow("n"))?.state]).toEqual(["draft", "published"]);
	expect(await audited("article.hold")).toEqual([["cron", {}]]);
	const { id } = (await stateNow("p")) ?? { id: 0 };
	expect((await told("release_held")).map(({ data }) => JSON.parse(data))).toEqual([{ resource: "article", id }]);
	await flipDue(db, at + 6 * DAY_MS);
	expect(await told("release_held")).toHaveLength(1);
});

test("what is public by a release that ends is told of twice, and taken down on the day after", async () => {
	await signIn({ name: "秘書", roles: ["secretary"] });
	const at = Date.now();
	const release = await insertRelease({ until: day(20) });
	await insertRelease({ until: day(20), name: "沒有用到" });
	const picture = await insertPicture("e");
	await tieToPicture(db, { file: picture, id: release, by: by() });
	await insertArticle({ slug: "ends", cover_id: picture });
	for (const _ of [1, 2]) await remindOfEnding(db, at);
	const toldOfIt = async () =>
		(await told("release_ending")).map(({ data }) => JSON.parse(data)).filter(({ id }) => id === release);
	const first = await toldOfIt();
	expect(first).toEqual(first.map(() => ({ id: release, until: day(20) })));
	expect(first.length).toBeGreaterThan(0);
	await remindOfEnding(db, at + 14 * DAY_MS);
	expect(await toldOfIt()).toHaveLength(first.length * 2);
	// The id is the mail's, too, which the mail service takes with these characters alone.
	const ids = await rows<{ id: string }>("SELECT id FROM notifications WHERE kind = 'release_ending'");
	for (const { id } of ids) expect(id).toMatch(/^[\w-]+$/);
	await flipDue(db, at + 20 * DAY_MS);
	expect((await stateNow("ends"))?.state).toBe("published");
	await flipDue(db, at + 21 * DAY_MS);
	expect((await stateNow("ends"))?.state).toBe("draft");
});

test("a refusal names the picture", async () => {
	const picture = await insertPicture("n");
	await tieToPicture(db, { file: picture, id: await insertRelease({ for_website: 0, for_social: 1 }), by: by() });
	const input = articleInput({ slug: "named", body: `![圖](/api/v1/attachments/${picture}/n.png)` });
	const saved = createArticle(db, { input, move: { step: "publish" }, ...by(), key: key() });
	const error: unknown = await saved.catch((thrown) => thrown);
	expect(error instanceof NamingRefusal && [error.code, error.names]).toEqual(["release.picture", ["n.png"]]);
});

test("many are published but for those that are held back", async () => {
	const ids = [
		await insertArticle({ slug: "m1", state: "draft" }),
		await insertArticle({ slug: "m2", state: "draft", type: "story" }),
	];
	expect(await changeArticles(db, { kind: "publish", ids }, by())).toMatchObject({ changed: 1 });
	expect([(await stateNow("m1"))?.state, (await stateNow("m2"))?.state]).toEqual(["published", "draft"]);
});

test("withdrawing is written down for the release and each text, once", async () => {
	const input = releaseInput();
	const id = await createRelease({ ...env }, db, { input, upload: undefined, key: key(), by: by() });
	const ground = { releases: [id], nobodyShown: false };
	await createArticle(db, { input: story("w", { ground }), move: { step: "publish" }, ...by(), key: key() });
	const presses = [1, 2].map(() =>
		refused(() => withdrawRelease(db, { id, version: 1 }, { reason: "來電", by: by() })),
	);
	expect((await Promise.all(presses)).toSorted()).toEqual(["done", "release.stale"]);
	expect((await stateNow("w"))?.state).toBe("draft");
	expect((await audited("article.hold")).at(-1)).toEqual(["user:7", { release: id }]);
	expect(await audited("release.withdraw")).toHaveLength(1);
	expect(
		await refused(() => editRelease({ ...env }, db, { ref: { id, version: 2 }, input, upload: undefined, by: by() })),
	).toBe("release.stale");
	const log = await rows<{ all: string }>(
		"SELECT group_concat(changes || description) AS \"all\" FROM audit_log WHERE auditable_type = 'release'",
	);
	expect(log[0]?.all).not.toContain("王小明");
});

test("a paper, and the one that takes its place, belong to the release", async () => {
	const upload = { filename: "同意書.png", declaredType: "image/png", bytes: REAL.png };
	const input = releaseInput({ no_paper: "" });
	const id = await createRelease({ ...env }, db, { input, upload, key: key(), by: by() });
	await editRelease({ ...env }, db, { ref: { id, version: 1 }, input, upload, by: by() });
	expect(
		await rows(`SELECT subject_id, deleted_at IS NULL AS is_there FROM files WHERE subject_type = 'release'
		ORDER BY id DESC LIMIT 2`),
	).toEqual([
		{ subject_id: String(id), is_there: 1 },
		{ subject_id: String(id), is_there: 0 },
	]);
});

test("a paper or the reason why there is none, and a member of that number", async () => {
	const create = (more: Parameters<typeof releaseInput>[0]) =>
		refused(() =>
			createRelease({ ...env }, db, { input: releaseInput(more), upload: undefined, key: key(), by: by() }),
		);
	expect(await create({ no_paper: "" })).toBe("release.no_paper");
	expect(await create({ member_no: "沒有" })).toBe("release.no_member");
});

test("the form asks for a representative of who is under 18 on that day", () => {
	const sent = {
		name: "石宥安",
		kinds: ["story"],
		uses: ["website"],
		given_on: "115/3/5",
		no_paper: "補簽",
		member_no: "",
	};
	const parse = (more: object) =>
		ReleaseForm.safeParse({ ...sent, representative: "", relation: "", note: "", ...more });
	const fields = (more: object) => parse(more).error?.issues.map(({ path }) => path[0]) ?? [];
	expect(fields({ is_minor: "1" })).toEqual(["representative"]);
	expect(fields({ birth_date: "97/3/6" })).toEqual(["representative"]);
	expect(fields({ birth_date: "97/3/5" })).toEqual([]);
	expect(parse({ birth_date: "97/3/5", is_minor: "1" }).data?.is_minor).toBe(false);
	expect(fields({ representative: "石國樑" })).toEqual(["relation"]);
	expect(fields({ kinds: [], uses: [] })).toEqual(["kinds", "uses"]);
	expect(fields({ until: "115/3/4" })).toEqual(["until"]);
	expect(isMinorOn("2008-02-29", "2026-02-28")).toBe(true);
	expect(isMinorOn("2008-02-29", "2026-03-01")).toBe(false);
});

test("numbers are read as they are typed or chosen", () => {
	expect(ReleaseNumbers.parse("12 王小明、１５,#3；12")).toEqual([12, 15, 3]);
	expect(ReleaseNumbers.safeParse("王小明").success).toBe(false);
	expect(ReleaseNumbers.parse("")).toEqual([]);
});

test.each([
	["valid", {}],
	["valid", { until: day(31) }],
	["ending", { until: day(30) }],
	["ending", { until: day(0) }],
	["expired", { until: day(-1) }],
	["coming", { given_on: day(1) }],
	["withdrawn", { withdrawn_at: 1, until: day(-1) }],
] as const)("stands as %s: %j", (state, more) => {
	expect(stateOf({ given_on: day(-9), until: null, withdrawn_at: null, ...more }, Date.now())).toBe(state);
});
