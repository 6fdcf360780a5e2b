import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, action, type Route } from "#auth/route.ts";
import { previewHtml } from "#domain/content/content/addresses.ts";
import { placeImages, sizesOf } from "#domain/content/content/files.ts";
import { paths } from "#http/paths.ts";
import { bytesOf, PREVIEW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { toHtml } from "#ui/html.ts";
import { lengthOf } from "#ui/islands/reading.ts";
import { LOOKED_AT, lookAt } from "./look.ts";
import { lookPanel } from "./look-panel.ts";
import { noPreviewPage, previewPage } from "./preview-page.ts";
import { renderedText, Written } from "./rendered-text.ts";
import { UPLOAD_BYTES } from "./uploads.ts";

const mediaFile = ({ id, filename }: { id: string; filename: string }): string => paths.admin.media.file(id, filename);

/** Returns a text as its preview shows it, for the editor with the lines of its blocks. Refuses with `content.preview_too_long` more than PREVIEW_BYTES. */
async function previewOf(ask: Ask, input: Written, hasLines: boolean) {
	if (bytesOf(input.body) > PREVIEW_BYTES) throw new Refusal("content.preview_too_long");
	const { bodyHtml, readingMinutes, site, files, cover, checks } = await renderedText(ask, input, hasLines);
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

/** Returns what there is to look at before the text of a form is public, with the panel that says it. */
async function lookOf(ask: Ask, { kind, look }: Asked, values: FormState["values"]) {
	const found = await lookAt(ask, values);
	const panel = lookPanel({ look: found, state: freshForm(values), form: kind, isUpdate: look === "update" });
	return { digest: found.digest, count: found.checks.length, html: toHtml(panel) };
}

/** With `look`, the editor's script asks what there is to look at before the text is public, or before it changes there. */
const Asked = Written.extend({ look: z.enum(["publish", "update"]).optional() });
type Asked = z.infer<typeof Asked>;

/** The preview of the text being written: JSON for the editor, a page of its own without a script. */
const preview = action({
	path: paths.admin.writing.preview(),
	gate: "writing",
	form: Asked,
	only: ["kind", "look", ...LOOKED_AT, "files", "publish", "publish_at"],
	many: ["files"],
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input, values }) => {
		if (input.look) return { data: { data: await lookOf(ask, input, values) } };
		const isForEditor = wantsJson(ask.c);
		const { cover, html, ...shown } = await previewOf(ask, input, isForEditor);
		if (isForEditor) return { data: { data: { html, ...shown } } };
		const { title, excerpt } = input;
		return previewPage({ ...shown, title, excerpt, cover: cover ?? null, body: html });
	},
	page: async (_, { problem, errors }) => noPreviewPage(problem ?? Object.values(errors).flat().join("")),
});

export const PREVIEW_ROUTES: readonly Route[] = [preview];
