import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { saveArticle } from "#domain/content/articles/actions.ts";
import { STATES, STEPS, type State, type Step } from "#domain/content/content/states.ts";
import type { Move } from "#domain/content/content/steps.ts";
import { byUser } from "#kernel/by.ts";
import { articleInput } from "../../../support/articles.ts";
import { codeOf } from "../../../support/refusal.ts";

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

type Stored = { id: number; slug: string; state: State };
let count = 0;
async function articleIn(state: State): Promise<Stored> {
	count += 1;
	const row = { slug: `a${count}`, type: "news", title: "t", state, created_at: 1, updated_at: 1, ...TIMES[state] };
	const names = Object.keys(row);
	const id = await env.DB.prepare(`INSERT INTO articles (${names}) VALUES (${names.map(() => "?")}) RETURNING id`)
		.bind(...Object.values(row))
		.first<number>("id");
	return { id: id ?? 0, slug: row.slug, state };
}
const rowOf = ({ id }: Stored) =>
	env.DB.prepare(
		`SELECT state, version, published_at, publish_at, unpublish_at, archived_at, trashed_at, is_pinned, pinned_until
		FROM articles WHERE id = ?`,
	)
		.bind(id)
		.first();
const auditOf = async ({ id }: Stored) =>
	(
		await env.DB.prepare("SELECT actor, at, action, description FROM audit_log WHERE auditable_id = ?")
			.bind(String(id))
			.all()
	).results;
const moveBy = (step: Step): Move => (step === "schedule" ? { step, publishAt: LATER } : { step });

/** The step with the form as it stands for an article in that state. */
function take({ id, slug, state }: Stored, step: Step): Promise<State> {
	const times = TIMES[state];
	const input = articleInput({
		slug,
		unpublish_at: times.unpublish_at ?? null,
		is_pinned: times.is_pinned === 1,
		pinned_until: times.pinned_until ?? null,
	});
	return saveArticle(db, { id, version: 1 }, { input, move: moveBy(step), ...by });
}

const steps = Object.keys(STEPS) as Step[];
for (const step of steps)
	for (const state of STATES)
		test(`${step} from ${state}`, async () => {
			const article = await articleIn(state);
			const { from, to }: { from: readonly State[]; to: State } = STEPS[step];
			const ended = await take(article, step).catch(codeOf);
			const before = { state, version: 1, ...EMPTY, ...TIMES[state] };
			if (from.includes(state)) {
				expect(ended).toBe(to);
				expect(await rowOf(article)).toEqual({ ...before, ...AFTER[step], state: to, version: 2 });
				expect(await auditOf(article)).toEqual([
					{ actor: "user:3", at: AT, action: `article.${step}`, description: article.slug },
				]);
			} else {
				expect(ended).toBe("content.wrong_state");
				expect(await rowOf(article)).toEqual(before);
				expect(await auditOf(article)).toEqual([]);
			}
		});

test("of two who saw the same article the second is refused, and leaves no audit row", async () => {
	const article = await articleIn("draft");
	const ends = await Promise.all([
		take(article, "publish").then(() => "moved", codeOf),
		take(article, "trash").then(() => "moved", codeOf),
	]);
	expect(ends.toSorted()).toEqual(["article.stale", "moved"]);
	expect((await auditOf(article)).length).toBe(1);
	expect((await rowOf(article))?.version).toBe(2);
});
