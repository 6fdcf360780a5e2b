import { readDate, rocWords } from "#kernel/calendar.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

const DAY_MS = 86_400_000;

/** Shows how the typed last day of a certificate is understood. */
export default function start(root: HTMLElement, { today }: Parts["certificate-review"]): void {
	const date = find<HTMLInputElement>(root, "[name=valid_until]");
	const tell = () => {
		find(root, "[data-read]").textContent = wordsOf(date.value, today);
	};
	date.addEventListener("input", tell);
	tell();
}

/**
 * Writes how a typed date is understood, such as 116年5月31日（2027年5月31日），還有 190 天, or what is wrong with it;
 * "" when nothing was typed.
 */
function wordsOf(text: string, today: string): string {
	if (text.trim() === "") return "";
	const found = readDate(text);
	if (!found) return "看不懂這個日期。";
	const days = (Date.parse(found.date) - Date.parse(today)) / DAY_MS;
	const [year, month, day] = found.date.split("-").map(Number);
	const words = `${rocWords(found.date)}（${year}年${month}月${day}日）`;
	if (found.ambiguous) return `${words}嗎？請把年份寫完整。`;
	return days < 0 ? `${words}，已經過了。` : `${words}，還有 ${days} 天。`;
}
