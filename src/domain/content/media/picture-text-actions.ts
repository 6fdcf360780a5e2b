import { commit, type Db } from "#db/commit.ts";
import { namedPictures } from "#db/content/attachment-uses.ts";
import { forgetText, type PictureTextRow, pictureTexts, placeText, tellText } from "#db/content/picture-texts.ts";
import { readRows } from "#db/read.ts";
import { filesIn, placeImages, sizesOf } from "#domain/content/content/files.ts";

/** After how long a text is looked at although other pictures wait still, in milliseconds. */
const LONGEST_WAIT_MS = 24 * 3_600_000;
/** How many batches one call takes on at most. */
const MOST_BATCHES = 20;

/**
 * Puts the copies of pictures into the HTML of texts that show them, all at once where that is possible: what changed is
 * told to websites together. A text that has them stays. Returns how many texts
 * changed or were told of; what is left is found again.
 */
export async function placePictures(db: Db, at: number): Promise<number> {
	let changed = 0;
	for (let batch = 0; batch < MOST_BATCHES; batch++) {
		const [texts] = await readRows(db.$client, pictureTexts(at - LONGEST_WAIT_MS));
		if (texts.length === 0) return changed;
		const ids = filesIn(texts.map(({ body_html: html }) => html ?? "").join("\n"));
		const [files] = await readRows(db.$client, namedPictures(ids));
		const sizes = sizesOf(files);
		const placed = texts.map((text) => placedIn(text, sizes));
		await commit(db, placed.flat());
		changed += placed.filter((writes) => writes.length > 1).length;
	}
	return changed;
}

function placedIn(text: PictureTextRow, sizes: ReturnType<typeof sizesOf>) {
	const html = placeImages(text.body_html ?? "", sizes);
	if (text.body_html !== null && html !== text.body_html) return [placeText(text, html), forgetText(text)];
	return [...(text.is_told ? [tellText(text)] : []), forgetText(text)];
}
