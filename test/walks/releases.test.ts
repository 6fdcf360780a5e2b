/**
 * Hundreds of steps by chance over stories, pictures and releases 同意書: forms, plain SQL, and two at once. Whatever was done, no
 * public answer holds a story without a release that holds and without the mark, nor a picture whose release does not hold.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import { createPage, stepPage } from "#domain/content/pages/actions.ts";
import { tieToPicture, untieFromPicture, withdrawRelease } from "#domain/content/releases/actions.ts";
import { byUser } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { articleInput } from "../support/articles.ts";
import { type Chance, newSeed, one, pick, stepsOf, WALK_MS, walk } from "../support/chances.ts";
import { ask } from "../support/content.ts";
import { day, insertPicture, insertRelease, insertStaff } from "../support/releases.ts";
import { rows } from "../support/users.ts";

const STEPS = stepsOf(60);
beforeAll(() => insertStaff(3, 4));
const LOOKS = 5;
const db = open(env.DB);
const seed = newSeed();
const PICTURES = [..."abcdef0123456789"];
const HELD = { for_website: 0, for_social: 1 };

type Article = { id: number; slug: string; version: number; state: string };
type Stands = { id: number; version: number };
const idOf = (letter: string): string => letter.repeat(26);
const bodyWith = (letters: readonly string[]): string =>
	["內文", ...letters.map((letter) => `![圖](/api/v1/attachments/${idOf(letter)}/${letter}.png)`)].join("\n\n");
const picks = <T>(all: readonly T[], bits: number): T[] => all.filter((_, nth) => (bits >> nth) & 1);

class Site {
	readonly ends = new Map<string, number>();
	/** Those that texts show and releases are tied to: what a withdrawn release holds back stays so, and newer ones take its place. */
	readonly pictures: string[] = [];

	async upload(): Promise<void> {
		const next = PICTURES[this.pictures.length];
		if (next === undefined) return;
		await insertPicture(next);
		this.pictures.push(next);
	}

	/** Runs a step that may be refused by a rule, or by the database where it is plain SQL; anything else fails the walk. */
	private async tries(what: string, step: () => Promise<unknown>): Promise<void> {
		try {
			await step();
			this.note(`${what}: done`);
		} catch (error) {
			const code =
				error instanceof Refusal ? error.code : /(release\.[a-z_]+): SQLITE_CONSTRAINT/.exec(String(error))?.[1];
			if (code === undefined) throw error;
			this.note(code);
		}
	}
	private note(end: string): void {
		this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
	}

	readonly articles = () => rows<Article>("SELECT id, slug, version, state FROM articles ORDER BY id");
	/** Those that stand come last: most of what is withdrawn stays so, and a text is published with one of the last four. */
	readonly releases = () => rows<Stands>("SELECT id, version FROM releases ORDER BY withdrawn_at IS NULL, id");

	async make({ a, b, c }: Chance): Promise<void> {
		const releases = await this.releases();
		const all = await this.articles();
		const slug = `text-${all.length}-${a}-${b}`;
		const by = { ...byUser(3, null, Date.now()), key: crypto.randomUUID() };
		if (b % 4 === 0) await this.upload();
		const pictures = picks(this.pictures.slice(-4), c);
		if (a % 5 === 0) {
			const input = {
				...articleInput({ slug, body: bodyWith(pictures) }),
				parent_id: null,
				nav_title: null,
				in_nav: true,
			};
			return this.tries("make page", () => createPage(db, { input, move: { step: "publish" }, ...by }));
		}
		const ground = { releases: picks(releases.map(({ id }) => id).slice(-4), b), nobodyShown: c % 5 === 0 };
		const input = articleInput({
			slug,
			type: a % 3 === 0 ? "news" : "story",
			body: bodyWith(pictures.slice(1)),
			cover_id: pictures[0] ? idOf(pictures[0]) : null,
			ground,
		});
		await this.tries("make", () =>
			createArticle(db, { input, ...(b % 2 === 0 && { move: { step: "publish" } }), ...by }),
		);
	}

	async press({ a, b, c }: Chance): Promise<void> {
		const text = pick(await this.articles(), a);
		if (!text) return;
		const releases = await this.releases();
		const ids = picks(releases.map(({ id }) => id).slice(-4), b);
		const ground = c % 3 === 0 ? undefined : { releases: ids, nobodyShown: c % 7 === 0 };
		const step = { draft: "publish", published: b % 2 === 0 ? "unpublish" : "archive", archived: "unarchive" }[
			text.state
		];
		const input = articleInput({
			slug: text.slug,
			type: c % 4 === 0 ? "news" : "story",
			body: bodyWith(picks(this.pictures.slice(-4), a)),
			ground,
		});
		const move = step && c % 5 !== 0 ? { step: step as "publish" } : undefined;
		await this.tries(step ?? "save", () => saveArticle(db, text, { input, move, ...byUser(3, null, Date.now()) }));
	}

	async pages({ a }: Chance): Promise<void> {
		const page = pick(await rows<Stands & { state: string }>("SELECT id, version, state FROM pages ORDER BY id"), a);
		if (!page) return;
		const move = { step: page.state === "published" ? "unpublish" : "publish" } as const;
		await this.tries(`page ${move.step}`, () => stepPage(db, page, { move, ...byUser(3, null, Date.now()) }));
	}

	/** A new release, a tie to a picture, or none any more; a release is withdrawn while somebody publishes what it is of. */
	async release({ a, b, c }: Chance): Promise<void> {
		const releases = await this.releases();
		const release = pick(releases, b);
		const by = byUser(4, null, Date.now());
		const file = idOf(one(this.pictures, c));
		if (release === undefined || a % 6 === 0) {
			await insertRelease(c % 4 === 0 ? HELD : c % 5 === 0 ? { given_on: day(-9), until: day(-1) } : {});
			return;
		}
		if (a % 6 < 3) return this.tries("tie", () => tieToPicture(db, { file, id: release.id, by }));
		if (a % 6 < 4) return this.tries("untie", () => untieFromPicture(db, { file, id: release.id, by }));
		const id = await insertRelease();
		if (c % 4 === 0) await this.tries("tie", () => tieToPicture(db, { file, id, by }));
		await this.race({ id, version: 1 }, { b, c });
	}

	/** A release is withdrawn, by two, so many round trips after somebody began to publish what it is of. */
	private async race(release: Stands, { b, c }: Pick<Chance, "b" | "c">): Promise<void> {
		const text = pick(await this.articles(), c);
		const by = byUser(4, null, Date.now());
		const input = articleInput({
			slug: text?.slug ?? "x",
			type: "story",
			body: "內文",
			ground: { releases: [release.id], nobodyShown: false },
		});
		const withdraw = async () => {
			for (let trips = b % 12; trips > 0; trips--) await env.DB.prepare("SELECT 1").first();
			await this.tries("withdraw", () => withdrawRelease(db, release, { reason: "來電", by }));
		};
		const publish = async () =>
			text &&
			this.tries("race", () =>
				saveArticle(db, text, {
					input,
					...(text.state === "draft" && { move: { step: "publish" } as const }),
					...byUser(3, null, Date.now()),
				}),
			);
		await Promise.all([publish(), withdraw(), withdraw()]);
	}

	/** What an operator may try. */
	async sql({ a, b, c }: Chance): Promise<void> {
		const text = pick(await this.articles(), a)?.id ?? 0;
		const releases = await this.releases();
		const release = pick(c % 2 === 0 ? releases : releases.slice(-4), b)?.id ?? 0;
		const file = idOf(one(this.pictures, c));
		const statement = one(
			[
				`UPDATE articles SET state = 'published', published_at = 1 WHERE id = ${text}`,
				`UPDATE articles SET type = 'story' WHERE id = ${text}`,
				`UPDATE articles SET cover_id = '${file}' WHERE id = ${text}`,
				`INSERT OR IGNORE INTO attachment_uses (resource, resource_id, role, attachment_id) SELECT 'article', id, 'file', '${file}' FROM articles WHERE id = ${text}`,
				`DELETE FROM article_releases WHERE article_id = ${text}`,
				`DELETE FROM story_marks WHERE article_id = ${text}`,
				`UPDATE releases SET withdrawn_at = 1 WHERE id = ${release} AND withdrawn_at IS NULL`,
				`UPDATE releases SET withdrawn_at = NULL WHERE id = ${release}`,
				`UPDATE releases SET for_website = 0, for_social = 1 WHERE id = ${release} AND withdrawn_at IS NULL`,
				`UPDATE releases SET until = '${day(-1)}', given_on = '${day(-9)}' WHERE id = ${release} AND withdrawn_at IS NULL`,
				`DELETE FROM release_pictures WHERE release_id = ${release}`,
				"UPDATE pages SET state = 'published', published_at = 1",
				"UPDATE articles SET state = 'published', published_at = 1, type = 'story'",
			],
			b + c,
		);
		await this.tries("sql", () => env.DB.prepare(statement).run());
	}

	/** Everything that must hold at any moment, by what the API answers and by the tables read one by one. */
	async look(): Promise<void> {
		const holding = new Set(
			(
				await rows<{ id: number }>(
					`SELECT id FROM releases WHERE withdrawn_at IS NULL AND for_website = 1 AND given_on <= '${day(0)}'
					AND (until IS NULL OR until >= '${day(0)}')`,
				)
			).map(({ id }) => id),
		);
		const ties = await rows<{ article_id: number; release_id: number }>(
			"SELECT article_id, release_id FROM article_releases",
		);
		const marked = new Set(
			(await rows<{ article_id: number }>("SELECT article_id FROM story_marks")).map((one) => one.article_id),
		);
		for (const { id, slug } of await this.articles()) {
			const answer = await ask(`/api/v1/articles/${slug}`);
			if (answer.status !== 200) continue;
			const { data } = await answer.json<{ data: { type: string } }>();
			const own = ties.filter(({ article_id }) => article_id === id);
			expect([slug, own.filter(({ release_id }) => !holding.has(release_id))]).toEqual([slug, []]);
			if (data.type === "story") expect([slug, marked.has(id) || own.length > 0]).toEqual([slug, true]);
		}
		const shown = await rows<{ attachment_id: string; release_id: number }>(
			"SELECT attachment_id, release_id FROM release_pictures",
		);
		for (const letter of this.pictures) {
			const held = shown.some((one) => one.attachment_id === idOf(letter) && !holding.has(one.release_id));
			const { status } = await ask(`/api/v1/attachments/${idOf(letter)}/${letter}.png`);
			this.note(`picture ${held ? "held" : "free"}: ${status}`);
			if (held) expect([letter, status]).toEqual([letter, 404]);
		}
	}
}

test(`${STEPS} steps show nobody who did not agree (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const site = new Site();
	for (let n = 0; n < 4; n++) await site.upload();
	const wanted = ["make: done", "publish: done", "race: done", "withdraw: done", "tie: done", "sql: done"].concat(
		["release.missing", "release.not_valid", "release.picture", "release.shown", "release.is_withdrawn"],
		["picture held: 404", "picture free: 200"],
	);
	const lacks = () => wanted.filter((end) => !site.ends.has(end));
	for (const [nth, chance] of walk(STEPS, seed, lacks)) {
		const kind = chance.step % 20;
		if (kind < 4) await site.make(chance);
		else if (kind < 9) await site.press(chance);
		else if (kind < 10) await site.pages(chance);
		else if (kind < 14) await site.release(chance);
		else if (kind < 15) await flipDue(db, Date.now());
		else await site.sql(chance);
		if ((nth + 1) % (STEPS / LOOKS) === 0) await site.look();
	}
	await site.look();
	expect(lacks()).toEqual([]);
});
