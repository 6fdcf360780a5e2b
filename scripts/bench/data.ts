/**
 * Makes articles to measure with: each is in one of 17 categories, one in a hundred contains the word RARE, all contain
 * the word COMMON.
 */
import type { Bindings } from "#env.ts";
import { say } from "./report.ts";

export const RARE = "螢火";
export const COMMON = "協會";
export const PAGE_SLUG = "about";
const DAY = 86_400_000;
const AT_ONCE = 200;
const TYPES = ["news", "event", "knowledge", "story", "research", "media"];
const WORDS =
	"病友家屬照護復健門診藥物輔具交通陪伴衛教講座活動志工捐款補助申請睡眠飲食呼吸肌力學校職場權益長照居家醫師護理師社工心理".match(
		/../gu,
	) ?? [];

/** Returns a function that returns pseudo-random numbers from 0 to 1, the same ones in every run (mulberry32). */
function dice(seed: number): () => number {
	let a = seed;
	return () => {
		a = (a + 0x6d2b79f5) | 0;
		let t = Math.imul(a ^ (a >>> 15), 1 | a);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

function article(n: number, roll: () => number) {
	const words = (count: number) =>
		Array.from({ length: count }, () => WORDS[Math.floor(roll() * WORDS.length)]).join("");
	const paragraphs = Array.from({ length: 6 }, () => `${words(30)}，${words(30)}。`);
	if (n % 100 === 0) paragraphs[3] = `${RARE}${paragraphs[3]}`;
	paragraphs[0] = `${COMMON}${paragraphs[0]}`;
	return {
		slug: `article-${n}`,
		type: TYPES[n % TYPES.length],
		title: `${words(6)}（${n}）`,
		excerpt: words(20),
		published_at: Date.UTC(2000, 0, 1) + n * DAY,
		body_markdown: paragraphs.join("\n\n"),
		body_html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n"),
		category: (n % 17) + 1,
		tags: [(n % 11) + 1, ((n * 7) % 11) + 1],
	};
}

/** So many articles are indexed in a few seconds, even on a slow machine: the runtime closes a connection that waits for fifteen. */
const INDEXED_AT_ONCE = 1_000;

/**
 * Fills an empty database with `count` published articles, 17 categories, 11 tags, 9 pages, and calls `index` after each
 * thousand of them and at the end.
 */
export async function fill(db: Bindings["DB"], count: number, index = async (): Promise<void> => {}): Promise<void> {
	const terms = (table: string, of: number) =>
		db
			.prepare(
				`INSERT INTO ${table} (id, slug, name, created_at, updated_at)
			SELECT value, '${table}-' || value, '${table} ' || value, 1, 1 FROM json_each(?1)`,
			)
			.bind(JSON.stringify(Array.from({ length: of }, (_, i) => i + 1)));
	const pages = [PAGE_SLUG, ...Array.from({ length: 8 }, (_, i) => `page-${i}`)];
	await db.batch([
		terms("categories", 17),
		terms("tags", 11),
		db
			.prepare(
				`INSERT INTO pages (slug, path, title, state, published_at, created_at, updated_at, body_markdown, body_html)
			SELECT value, value, value, 'published', 1, 1, 1, ?2, ?2 FROM json_each(?1)`,
			)
			.bind(JSON.stringify(pages), "<p>內文</p>".repeat(150)),
	]);
	const roll = dice(1);
	for (let from = 1; from <= count; from += AT_ONCE) {
		if (from % INDEXED_AT_ONCE === 1 && from > 1) {
			say(`  ${from - 1} articles`);
			await index();
		}
		const rows = JSON.stringify(
			Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, i) => article(from + i, roll)),
		);
		await db.batch([
			db
				.prepare(
					`INSERT INTO articles (slug, type, state, title, excerpt, published_at, created_at, updated_at, body_markdown, body_html)
				SELECT value->>'slug', value->>'type', iif(value->>'type' = 'story', 'draft', 'published'), value->>'title', value->>'excerpt', value->>'published_at',
					value->>'published_at', value->>'published_at', value->>'body_markdown', value->>'body_html' FROM json_each(?1)`,
				)
				.bind(rows),
			// A story needs a release, or the mark that nobody can be recognised, before it is public.
			db.prepare(
				"INSERT INTO story_marks (article_id, mark) SELECT id, 'nobody' FROM articles WHERE type = 'story' AND state = 'draft'",
			),
			db.prepare("UPDATE articles SET state = 'published' WHERE type = 'story' AND state = 'draft'"),
			db
				.prepare(
					`INSERT INTO article_categories SELECT a.id, r.value->>'category' FROM json_each(?1) r JOIN articles a ON a.slug = r.value->>'slug'`,
				)
				.bind(rows),
			db
				.prepare(
					`INSERT INTO article_tags SELECT DISTINCT a.id, t.value FROM json_each(?1) r, json_each(r.value->'tags') t
				JOIN articles a ON a.slug = r.value->>'slug'`,
				)
				.bind(rows),
		]);
	}
	await index();
}
