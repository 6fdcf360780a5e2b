import { storeUploads, withFiles } from "#admin/content/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import type { Ask } from "#auth/route.ts";
import type { ArticleInput } from "#domain/content/articles/form.ts";
import type { FormState } from "#ui/form-state.ts";

/** Returns the values of a form that is shown again with the files that it brought, which are stored by then. */
export const withStored = (
	values: FormState["values"],
	{ body, cover_id, cover_alt, attachments }: ArticleInput,
): FormState["values"] => ({
	...values,
	...{ body, cover_id: cover_id ?? "", cover_alt, cover_removal: [] },
	files: attachments.map(({ id }) => id),
	file_descriptions: attachments.map(({ description }) => description),
	file_positions: attachments.map((_, at) => String(at + 1)),
	file_removals: [],
});

/**
 * Stores the files that the form carried when no script had uploaded them before, and returns the article with them:
 * the cover, pictures at the end of the text, and attachments. Refuses what `storeUploads` (../writing/uploads.ts)
 * refuses: a file that the media library does not accept.
 */
export async function withUploads(
	ask: Ask,
	article: ArticleInput,
	files: FormInput<unknown>["files"],
): Promise<ArticleInput> {
	const [cover] = await storeUploads(ask, files, "cover_file");
	const pictures = await storeUploads(ask, files, "pictures");
	const attached = await storeUploads(ask, files, "attach_files");
	const known = new Set(article.attachments.map(({ id }) => id));
	return {
		...article,
		...(cover ? { cover_id: cover.id, cover_alt: article.cover_alt || cover.alt } : {}),
		body: withFiles(article.body, pictures),
		attachments: [
			...article.attachments,
			...attached.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, description: "" })),
		],
	};
}
