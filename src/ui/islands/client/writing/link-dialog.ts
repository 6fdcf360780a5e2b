import { ask, askField } from "./ask.ts";
import { make } from "./dom.ts";
import { finder } from "./finder.ts";

type Link = { words: string; href: string };

/** Completes a typed address: www.example.org becomes a website's address, somebody@example.org a mailto: address. */
function asAddress(typed: string): string {
	const text = typed.trim();
	if (/^[^\s@/:]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text)) return `mailto:${text}`;
	return /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:tw|com|org|net|gov|edu)(?:[/?#]|$))/i.test(text)
		? `https://${text}`
		: text;
}

/** Asks for the words of a link and its target: an address, or a hit of the search. Null when the user cancelled. */
export async function chooseLink({ links, words, href }: Link & { links: string }): Promise<Link | null> {
	const isAddress = /^(https?:\/\/|www\.)\S+$/i.test(words.trim());
	const text = make("input", { class: "input", type: "text" });
	text.value = isAddress ? "" : words;
	const target = make("input", { class: "input", type: "text", inputmode: "url", autofocus: true });
	target.value = href || (isAddress ? words.trim() : "");
	const problem = make("p", { class: "error", role: "alert", hidden: true }, "請輸入網址，或從找到的內容選一篇。");
	const asked = ask({
		title: href ? "修改連結" : "加入連結",
		body: (close) => [
			askField("連到哪裡", target, "輸入文章、單頁或文件的標題來搜尋，或貼上網址。"),
			problem,
			askField("顯示的文字", text),
			make(
				"div",
				{ class: "row form-end" },
				make("button", { class: "btn primary", type: "submit" }, href ? "更新連結" : "加入連結"),
				make("button", { class: "btn", type: "button", click: close }, "取消"),
			),
		],
	});
	finder(target, {
		href: links,
		choose: ({ title, address }) => {
			target.value = address;
			text.value ||= title;
			text.focus();
		},
	});
	asked.dialog.addEventListener(
		"submit",
		(event) => {
			const address = asAddress(target.value);
			const isGood = /^(https?:\/\/\S+|mailto:\S+|tel:\S+|\/\S*|#\S+)$/i.test(address);
			problem.hidden = isGood;
			if (isGood) return;
			event.preventDefault();
			event.stopPropagation();
			target.setAttribute("aria-invalid", "true");
			target.focus();
		},
		{ capture: true },
	);
	if ((await asked.done) !== "sent") return null;
	const address = asAddress(target.value);
	return { words: text.value.trim() || address, href: address };
}
