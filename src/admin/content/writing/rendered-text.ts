import * as z from "zod";
import type { Ask } from "#auth/route.ts";
import { namedFiles } from "#db/content/attachment-uses.ts";
import { standingsOf } from "#db/content/content-links.ts";
import { readRows } from "#db/read.ts";
import { type CheckedText, checkText } from "#domain/content/content/checks.ts";
import { FILE_ID, filesIn } from "#domain/content/content/files.ts";
import { TEXT_KINDS } from "#domain/content/content/kinds.ts";
import { targetName, targetsIn } from "#domain/content/content/known.ts";
import { knownState } from "#http/state.ts";

const text = z.string().default("");
/** The fields of an editor's form that say what its readers will see. */
export const Written = z.object({
	kind: z.enum([...TEXT_KINDS, "announcement"]).default("article"),
	title: text,
	excerpt: text,
	body: text,
	cover_id: text.transform((id) => (FILE_ID.test(id) ? id : null)),
	cover_alt: text,
	seo_title: text,
	seo_description: text,
});
export type Written = z.infer<typeof Written>;

/**
 * Renders a text as the website would show it, with its checks. The text is rendered before its files are read, so that
 * one round trip asks for all of them. Refuses what `compose` refuses. With `hasLines` blocks say where they begin.
 */
export async function renderedText({ c, env }: Pick<Ask, "c" | "env">, input: Written, hasLines = false) {
	const { compose } = await import("#domain/content/content/compose.ts");
	const { bodyHtml, readingMinutes } = compose(input.body, () => undefined, { hasLines });
	const { site } = await knownState(c);
	const ids = [...filesIn(bodyHtml), ...(input.cover_id === null ? [] : [input.cover_id])];
	const [files, standings] = await readRows(env.DB, namedFiles(ids), standingsOf(targetsIn(bodyHtml, site)));
	const cover = files.find(({ id }) => id === input.cover_id);
	const checked: CheckedText = {
		title: input.title,
		seoTitle: input.seo_title,
		excerpt: input.excerpt,
		seoDescription: input.seo_description,
		body: input.body,
		html: bodyHtml,
		cover: cover ? { filename: cover.filename, alt: input.cover_alt } : null,
	};
	const checks = checkText(checked, {
		hosts: site,
		standings: new Map(standings.map((row) => [targetName(row), row.standing])),
	});
	return { bodyHtml, readingMinutes, site, files, cover, checked, checks };
}
