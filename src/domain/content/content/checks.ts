import { brief, type Check, type Known } from "./known.ts";
import { checkLink } from "./link-checks.ts";
import { headingsOf, idsOf, linksOf, mediaOf, nameIn } from "./links.ts";
import { checkAlt, checkSource } from "./picture-checks.ts";
import { unsentIn } from "./unsent.ts";
import { widthOf } from "./width.ts";

/** A text as it would be published; `html` is the rendered `body`, `cover` the picture at the top. */
export type CheckedText = {
	title: string;
	seoTitle: string;
	excerpt: string;
	seoDescription: string;
	body: string;
	html: string;
	cover: { filename: string; alt: string } | null;
};

/** The widths in Latin letters that search results show of a title and of a description, and lists of an excerpt. */
export const TITLE_WIDTH = 60;
export const DESCRIPTION_WIDTH = 160;
export const EXCERPT_WIDTH = 180;
const MOST_SHOWN = 50;

/**
 * Returns what an editor should look at, in the order of the text: title, description, cover, headings, links,
 * pictures, and those that never arrived.
 */
export function checkText(text: CheckedText, known: Known): Check[] {
	const ids = idsOf(text.html);
	const media = mediaOf(text.html);
	const all = [
		...checkTitle(text),
		...checkDescription(text),
		...(text.cover ? checkAlt(text.cover, "cover") : []),
		...checkHeadings(text.html),
		...linksOf(text.html).flatMap((link) => checkLink(link, ids, known)),
		...media.flatMap((one) => checkSource(one, known)),
		...media.flatMap(({ tag, src, alt }) => (tag === "img" ? checkAlt({ filename: nameIn(src), alt }, "image") : [])),
		...checkUnsent(text.body),
		...checkPlayers(text.html),
	];
	return shortened([...new Map(all.map((check) => [JSON.stringify(check), check])).values()]);
}

/** Returns a remark for each picture whose upload did not end: readers would see its mark as words. */
const checkUnsent = (body: string): Check[] =>
	unsentIn(body).map((name) => ({
		kind: "image.unsent",
		words: "有一張圖片沒有上傳完成。讀者看不到圖，只會看到「上傳中」幾個字，請移除後再放一次。",
		excerpt: brief(name),
	}));

/** A text that somebody can read in place of listening is called so where it stands. */
const TRANSCRIPT = /逐字稿|文字稿/;

function checkPlayers(html: string): Check[] {
	const players = html.match(/<(?:iframe|video|audio)\b/g)?.length ?? 0;
	if (players === 0 || TRANSCRIPT.test(html)) return [];
	return [
		{
			kind: "player.no_transcript",
			words: `${players} 段影音沒有逐字稿。聽不到聲音的讀者會看不懂，請把說了什麼寫在旁邊，並標示「逐字稿」。`,
		},
	];
}

const shortened = (checks: Check[]): Check[] =>
	checks.length <= MOST_SHOWN
		? checks
		: [
				...checks.slice(0, MOST_SHOWN),
				{ kind: "more", words: `還有 ${checks.length - MOST_SHOWN} 項，處理上面的之後會再列出。` },
			];

function checkTitle({ title, seoTitle }: CheckedText): Check[] {
	const shown = seoTitle.trim() || title.trim();
	const width = widthOf(shown);
	if (width <= TITLE_WIDTH) return [];
	const todo = seoTitle.trim() ? "請縮短搜尋引擎標題" : "請縮短標題，或在「搜尋引擎」另填較短的標題";
	return [
		{
			kind: "title.long",
			words: `標題約 ${Math.ceil(width / 2)} 個中文字寬，搜尋結果大約只顯示 ${TITLE_WIDTH / 2} 個，後面會被截斷。${todo}。`,
			excerpt: shown,
		},
	];
}

function checkDescription({ excerpt, seoDescription }: CheckedText): Check[] {
	const shown = seoDescription.trim() || excerpt.trim();
	if (shown === "")
		return [{ kind: "description.missing", words: "沒有摘要。列表、搜尋結果與分享連結都會用到，請寫一、兩句話。" }];
	const width = widthOf(shown);
	const [name, most] = seoDescription.trim() ? ["搜尋引擎描述", DESCRIPTION_WIDTH] : ["摘要", EXCERPT_WIDTH];
	if (width <= most) return [];
	return [
		{
			kind: "description.long",
			words: `${name}約 ${Math.ceil(width / 2)} 個中文字寬，超過 ${most / 2} 個的部分會被截斷，請縮短。`,
			excerpt: brief(shown),
		},
	];
}

/** Returns a remark for each heading that is empty, has the first level (the title has it), or skips a level. */
function checkHeadings(html: string): Check[] {
	let above = 1;
	return headingsOf(html).flatMap(({ level, text }) => {
		const skipped = level > above + 1;
		const should = above + 1;
		above = level;
		const excerpt = brief(text);
		if (text === "") return [{ kind: "heading.empty", words: `有一個第 ${level} 級標題沒有文字，請補上或刪除。` }];
		if (level === 1)
			return [
				{ kind: "heading.first", words: "第 1 級標題（#）已經是文章的標題，內文請從第 2 級（##）開始。", excerpt },
			];
		if (!skipped) return [];
		const words = `這個標題是第 ${level} 級，前面少了第 ${should} 級。請改成第 ${should} 級（${"#".repeat(should)}）。`;
		return [{ kind: "heading.skipped", words, excerpt }];
	});
}
