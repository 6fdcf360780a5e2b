import type { CheckedText } from "./checks.ts";
import type { Check } from "./known.ts";
import { headingsOf, linksOf, mediaOf } from "./links.ts";

/** Returns in words what of a text needs no look, where `checks` are those that do. */
export function fineIn({ html, cover }: CheckedText, checks: readonly Check[]): string[] {
	const isFine = (kinds: RegExp): boolean => !checks.some(({ kind }) => kinds.test(kind));
	const pictures = mediaOf(html).filter(({ tag }) => tag === "img").length + (cover ? 1 : 0);
	const links = linksOf(html).filter(({ href }) => href !== undefined).length;
	return [
		isFine(/^description\./) ? ["摘要寫好了"] : [],
		pictures > 0 && isFine(/alt|^media\.missing/) ? [`${pictures} 張圖片都有替代文字`] : [],
		links > 0 && isFine(/^link\./) ? [`${links} 個連結的網址都沒有問題`] : [],
		headingsOf(html).length > 0 && isFine(/^heading\./) ? ["標題層次正確"] : [],
	].flat();
}
