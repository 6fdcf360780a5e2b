import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { moveArticle, type SeenArticle } from "#domain/articles/actions.ts";
import type { ArticleMove } from "#domain/articles/rules.ts";
import { byUser } from "#domain/by.ts";
import { STATES, STEPS, type State, type Step } from "#domain/content/states.ts";
import { codeOf } from "../../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 2, 5, 1, 30);
const LATER = AT + 60_000;
const by = byUser(3, null, AT);

const TIMES: Record<State, Record<string, number>> = {
	draft: { published_at: 5 },
	scheduled: { publish_at: LATER, unpublish_at: LATER + 1 },
	published: { published_at: 5, unpublish_at: LATER, is_pinned: 1, pinned_until: LATER },
	archived: { published_at: 5, archived_at: 6 },
	trashed: { published_at: 5, archived_at: 6, trashed_at: 7 },
};
const GONE = { publish_at: null, unpublish_at: null, is_pinned: 0, pinned_until: null };
const AFTER: Record<Step, Record<string, number | null>> = {
	publish: { published_at: AT, publish_at: null },
	schedule: { publish_at: LATER },
	unpublish: GONE,
	archive: { ...GONE, archived_at: AT },
	unarchive: { archived_at: null },
	trash: { ...GONE, trashed_at: AT },
	restore: { archived_at: null, trashed_at: null },
};
const EMPTY = { published_at: null, archived_at: null, trashed_at: null, ...GONE };

let count = 0;
async function articleIn(state: State): Promise<SeenArticle> {
	count += 1;
	const row = { slug: `a${count}`, type: "news", title: "t", state, created_at: 1, updated_at: 1, ...TIMES[state] };
	const names = Object.keys(row);
	const id = await env.DB.prepare(`INSERT INTO articles (${names}) VALUES (${names.map(() => "?")}) RETURNING id`)
		.bind(...Object.values(row))
		.first<number>("id");
	return { id: id ?? 0, slug: row.slug, state, version: 1 };
}
const rowOf = ({ id }: SeenArticle) =>
	env.DB.prepare(
		`SELECT state, version, published_at, publish_at, unpublish_at, archived_at, trashed_at, is_pinned, pinned_until
		FROM articles WHERE id = ?`,
	)
		.bind(id)
		.first();
const auditOf = async ({ id }: SeenArticle) =>
	(
		await env.DB.prepare("SELECT actor, at, action, description FROM audit_log WHERE auditable_id = ?")
			.bind(String(id))
			.all()
	).results;
const moveBy = (step: Step): ArticleMove => (step === "schedule" ? { step, publishAt: LATER } : { step });

const steps = Object.keys(STEPS) as Step[];
for (const step of steps)
	for (const state of STATES)
		test(`${step} from ${state}`, async () => {
			const article = await articleIn(state);
			const { from, to }: { from: readonly State[]; to: State } = STEPS[step];
			const refused = await moveArticle(db, article, { ...moveBy(step), ...by }).then(() => "moved", codeOf);
			const before = { state, version: 1, ...EMPTY, ...TIMES[state] };
			if (from.includes(state)) {
				expect(refused).toBe("moved");
				expect(await rowOf(article)).toEqual({ ...before, ...AFTER[step], state: to, version: 2 });
				expect(await auditOf(article)).toEqual([
					{ actor: "user:3", at: AT, action: `article.${step}`, description: article.slug },
				]);
			} else {
				expect(refused).toBe("article.wrong_state");
				expect(await rowOf(article)).toEqual(before);
				expect(await auditOf(article)).toEqual([]);
			}
		});

test("of two who saw the same article the second is refused, and leaves no audit row", async () => {
	const article = await articleIn("draft");
	const ends = await Promise.all([
		moveArticle(db, article, { step: "publish", ...by }).then(() => "moved", codeOf),
		moveArticle(db, article, { step: "trash", ...by }).then(() => "moved", codeOf),
	]);
	expect(ends.toSorted()).toEqual(["article.stale", "moved"]);
	expect((await auditOf(article)).length).toBe(1);
	expect((await rowOf(article))?.version).toBe(2);
});
