import { leadOf } from "./addresses.ts";
import { brief, type Check, hasHost, type Known, targetName } from "./known.ts";
import type { TextMedia } from "./links.ts";

const WHAT: Record<TextMedia["tag"], string> = { img: "圖片", video: "影片", audio: "錄音", source: "影音" };

/** Returns what is wrong with the source of a picture or media file. */
export function checkSource({ tag, src, alt }: TextMedia, { hosts, standings }: Known): Check[] {
	const excerpt = brief(alt, src);
	const bad = (words: string): Check[] => [{ kind: "media.missing", words: `${WHAT[tag]}${words}`, excerpt }];
	if (/^(?:https?:|\/\/)/i.test(src) && !hasHost(src)) return bad("的網址不完整，請重新插入。");
	const lead = leadOf(src, hosts);
	if (/^https?:|^\/\//i.test(src) && lead?.kind === "outside") return [];
	if (lead?.kind !== "file") return bad("的網址不在媒體庫，讀者看不到，請重新上傳。");
	return standings.has(targetName(lead)) ? [] : bad("的檔案不存在，請重新上傳。");
}

/** Matches names that cameras, phones and screenshots give their files. */
const CAMERA =
	/^(?:img|dsc[nf]?|p|pxl|image|photo|picture|screenshot|screen shot|螢幕擷取畫面|螢幕快照|截圖|圖片|未命名)[\s_-]*\d[\d\s_.:-]*$/i;
const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif|heic|svg|bmp|tiff?)$/i;

/** Returns what is wrong with the alternative text of a picture. */
export function checkAlt({ filename, alt }: { filename: string; alt: string }, where: "cover" | "image"): Check[] {
	const name = where === "cover" ? "封面圖片" : "圖片";
	const said = alt.trim();
	if (said === "")
		return [
			{
				kind: `${where}.no_alt`,
				words: `${name}沒有替代文字。看不到圖的讀者要靠它，請用一句話說明圖裡有什麼。`,
				excerpt: brief(filename),
			},
		];
	const bare = said.replace(EXTENSION, "");
	const isName =
		bare !== said || CAMERA.test(bare) || bare.toLowerCase() === filename.replace(EXTENSION, "").toLowerCase();
	if (!isName) return [];
	return [{ kind: `${where}.alt_is_name`, words: `${name}的替代文字是檔名，請改成一句說明。`, excerpt: brief(said) }];
}
