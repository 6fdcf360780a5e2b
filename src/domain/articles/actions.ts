import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { updateArticle } from "#db/publishing.ts";
import { type ArticleMove, stepArticle } from "#domain/articles/rules.ts";
import type { By } from "#domain/by.ts";
import type { State } from "#domain/content/states.ts";

/** An article as staff saw it when they chose the step. */
export type SeenArticle = { id: number; slug: string; state: State; version: number };

/**
 * Takes a step of the workflow, with its audit row; relay `content.changed` afterwards. Refuses `article.wrong_state`, and
 * `article.stale` when the article has changed since it was seen. `at` is UTC milliseconds.
 */
export async function moveArticle(
	db: Db,
	article: SeenArticle,
	{ actor, userId, ip, at, ...move }: ArticleMove & By,
): Promise<void> {
	const fields = stepArticle(article.state, move, at);
	await commit(db, [
		...updateArticle(db, article, fields),
		...recordAudit(db, {
			actor,
			userId,
			ip,
			at,
			action: `article.${move.step}`,
			auditableType: "article",
			auditableId: String(article.id),
			description: article.slug,
			changes: { from: article.state, ...fields },
		}),
	]);
}
