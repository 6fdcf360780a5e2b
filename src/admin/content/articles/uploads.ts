import { storeUploads, withFiles } from "#admin/content/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import type { Ask } from "#auth/route.ts";
import type { ArticleInput } from "#domain/content/articles/form.ts";

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
