import { leadOf, type Target } from "./addresses.ts";
import { brief, type Check, decoded, hasHost, type Known, type Standing, targetName } from "./known.ts";
import type { TextLink } from "./links.ts";

const STATES: Record<Exclude<Standing, "published" | "stored">, string> = {
	draft: "還是草稿，讀者打不開",
	scheduled: "還在排程，發布之前讀者打不開",
	archived: "已經封存，讀者只會看到已封存的說明",
	trashed: "在垃圾桶裡，讀者打不開",
	hidden: "不是公開文件，讀者打不開",
};
const THINGS: Record<Target["kind"], string> = { article: "文章", page: "單頁", document: "文件", file: "檔案" };

/** Returns what is wrong with a link; `ids` are the fragments of its own text. */
export function checkLink({ href, text }: TextLink, ids: ReadonlySet<string>, known: Known): Check[] {
	const found = (kind: string, words: string): Check[] => [{ kind, words, excerpt: brief(text, href) }];
	if (href === undefined || href === "" || href === "#")
		return text === "" && href === undefined ? [] : found("link.empty", "這個連結沒有網址，請填上網址，或只留文字。");
	if (href.startsWith("#"))
		return ids.has(decoded(href.slice(1)))
			? []
			: found("link.fragment", "內文沒有這個段落（標題可能改過），請改連到現有的標題。");
	return checkAddress(href, found) ?? checkTarget(href, known, found);
}

type Finding = (kind: string, words: string) => Check[];

/** Returns what is wrong with the form of an address; undefined when its target still has to be checked. */
function checkAddress(href: string, found: Finding): Check[] | undefined {
	if (/^mailto:/i.test(href))
		return /^mailto:[^\s@?]+@[^\s@?]+/i.test(href)
			? []
			: found("link.malformed", "寄信連結沒有完整的電子郵件，請補上。");
	if (/^tel:/i.test(href))
		return /\d{3}/.test(href.replace(/[\s().-]/g, "")) ? [] : found("link.malformed", "電話連結沒有號碼，請補上。");
	if (/^(?:https?:|\/\/)/i.test(href))
		return hasHost(href) ? undefined : found("link.malformed", "網址不完整，少了網站名稱，請貼上完整的網址。");
	if (href.startsWith("/")) return undefined;
	if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(href) && !/\.(?:html?|md|php|aspx?|jpe?g|png|pdf)$/i.test(href))
		return found("link.no_scheme", "網址前面少了 https://，會被當成本站的路徑，請補上。");
	return found("link.relative", "網址要以 / 或 https:// 開頭，否則會隨讀者所在的頁面跑到別處，請改成完整路徑。");
}

function checkTarget(href: string, { hosts, standings }: Known, found: Finding): Check[] {
	const lead = leadOf(href, hosts);
	if (lead === undefined) return found("link.malformed", "網址裡有無法辨識的 % 編碼，請重新複製貼上。");
	if (lead.kind === "inside") return found("link.inside", "這是後台或預覽的網址，讀者打不開，請改成官網上的網址。");
	if (!("key" in lead)) return [];
	const standing = standings.get(targetName(lead));
	const thing = THINGS[lead.kind];
	if (standing === undefined) return found("link.missing", `找不到這個網址的${thing}，請確認網址，或移除連結。`);
	if (standing === "published" || standing === "stored") return [];
	return found("link.not_public", `連到的${thing}${STATES[standing]}。請先公開它，或移除連結。`);
}
