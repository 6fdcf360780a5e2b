import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, action, type Route } from "#auth/route.ts";
import { namedFiles } from "#db/content/attachment-uses.ts";
import { standingsOf } from "#db/content/content-links.ts";
import { readRows } from "#db/read.ts";
import { previewHtml } from "#domain/content/content/addresses.ts";
import { checkText } from "#domain/content/content/checks.ts";
import { FILE_ID, filesIn, placeImages, sizesOf } from "#domain/content/content/files.ts";
import { TEXT_KINDS } from "#domain/content/content/kinds.ts";
import { targetName, targetsIn } from "#domain/content/content/known.ts";
import { paths } from "#http/paths.ts";
import { knownState } from "#http/state.ts";
import { bytesOf, PREVIEW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";
import { lengthOf } from "#ui/islands/reading.ts";
import { noPreviewPage, previewPage } from "./preview-page.ts";
import { UPLOAD_BYTES } from "./uploads.ts";

const text = z.string().default("");
const Preview = z.object({
	kind: z.enum([...TEXT_KINDS, "announcement"]).default("article"),
	title: text,
	excerpt: text,
	body: text,
	cover_id: text.transform((id) => (FILE_ID.test(id) ? id : null)),
	cover_alt: text,
	seo_title: text,
	seo_description: text,
});
type Preview = z.infer<typeof Preview>;

const mediaFile = ({ id, filename }: { id: string; filename: string }): string => paths.admin.media.file(id, filename);

/**
 * Renders a text as the website would show it, with its checks. The text is rendered before its files are read, so that
 * one round trip asks for all of them. Refuses with `content.preview_too_long` more than PREVIEW_BYTES, and what
 * `compose` refuses.
 */
async function previewOf({ c, env }: Ask, input: Preview) {
	if (bytesOf(input.body) > PREVIEW_BYTES) throw new Refusal("content.preview_too_long");
	const { compose } = await import("#domain/content/content/compose.ts");
	const { bodyHtml, readingMinutes } = compose(input.body, () => undefined);
	const { site } = await knownState(c);
	const ids = [...filesIn(bodyHtml), ...(input.cover_id === null ? [] : [input.cover_id])];
	const [files, standings] = await readRows(env.DB, namedFiles(ids), standingsOf(targetsIn(bodyHtml, site)));
	const cover = files.find(({ id }) => id === input.cover_id);
	const checks = checkText(
		{
			title: input.title,
			seoTitle: input.seo_title,
			excerpt: input.excerpt,
			seoDescription: input.seo_description,
			html: bodyHtml,
			cover: cover ? { filename: cover.filename, alt: input.cover_alt } : null,
		},
		{ hosts: site, standings: new Map(standings.map((row) => [targetName(row), row.standing])) },
	);
	return {
		html: previewHtml(placeImages(bodyHtml, sizesOf(files)), site, mediaFile),
		// An announcement has no excerpt and is not shown to search engines.
		checks:
			input.kind === "announcement" ? checks.filter(({ kind }) => !/^(?:title|description)\./.test(kind)) : checks,
		minutes: readingMinutes,
		characters: lengthOf(input.body).characters,
		cover: cover && { url: mediaFile(cover), alt: input.cover_alt, width: cover.width, height: cover.height },
	};
}

/** The preview of the text being written: JSON for the editor, a page of its own without a script. */
const preview = action({
	path: paths.admin.writing.preview(),
	gate: "writing",
	form: Preview,
	only: Object.keys(Preview.shape),
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input }) => {
		const { cover, html, ...shown } = await previewOf(ask, input);
		if (wantsJson(ask.c)) return { data: { data: { html, ...shown } } };
		const { title, excerpt } = input;
		return previewPage({ ...shown, title, excerpt, cover: cover ?? null, body: html });
	},
	page: async (_, { problem, errors }) => noPreviewPage(problem ?? Object.values(errors).flat().join("")),
});

export const PREVIEW_ROUTES: readonly Route[] = [preview];
