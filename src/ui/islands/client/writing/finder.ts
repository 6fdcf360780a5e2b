import { composing } from "#ui/islands/quirks.ts";
import { debounced, getJson, make } from "./dom.ts";

/** A page or article that a link may lead to, as the search for link targets answers it. */
export type Found = { kind: string; title: string; address: string; state: string };

const WAIT_MS = 200;
const KINDS: Record<string, string> = { article: "文章", page: "單頁", document: "文件" };
const STATES: Record<string, string> = { draft: "草稿", scheduled: "已排程", archived: "已封存", trashed: "在垃圾桶" };
let count = 0;

type Finder = { href: string; query?: Record<string, string> | undefined; choose: (found: Found) => void };

/**
 * Makes a text field a combobox (ARIA 1.2): the hits of a search at `href` are listed under it; arrows, Enter, Esc and
 * a click choose, and `choose` gets the hit.
 */
export function finder(input: HTMLInputElement, { href, query, choose }: Finder): void {
	const id = `finder-${++count}`;
	const list = make("ul", { class: "finder-hits plain", id, role: "listbox", "aria-label": "找到的內容" });
	const words = make("p", { class: "hint", role: "status" });
	const box = make("div", { class: "finder-box", hidden: true }, list, words);
	input.after(box);
	for (const [name, value] of Object.entries({
		role: "combobox",
		"aria-autocomplete": "list",
		"aria-expanded": "false",
		"aria-controls": id,
		autocomplete: "off",
	}))
		input.setAttribute(name, value);
	let found: Found[] = [];
	let active = -1;
	let asked: AbortController | undefined;
	const show = (on: boolean) => {
		box.hidden = !on;
		input.setAttribute("aria-expanded", String(on && found.length > 0));
		if (!on) hold(-1);
	};
	const hold = (at: number) => {
		active = at;
		for (const [nth, option] of [...list.children].entries()) option.setAttribute("aria-selected", String(nth === at));
		if (at < 0) return input.removeAttribute("aria-activedescendant");
		input.setAttribute("aria-activedescendant", `${id}-${at}`);
		list.children[at]?.scrollIntoView({ block: "nearest" });
	};
	const pick = (one: Found) => {
		show(false);
		choose(one);
	};
	const option = (one: Found, at: number) =>
		make(
			"li",
			{
				class: "finder-hit",
				id: `${id}-${at}`,
				role: "option",
				"aria-selected": "false",
				mousedown: (event) => event.preventDefault(),
				click: () => pick(one),
			},
			make("b", {}, one.title),
			make("small", {}, [KINDS[one.kind] ?? one.kind, STATES[one.state]].filter(Boolean).join("　")),
			make("small", {}, one.address),
		);
	const ask = debounced(async () => {
		asked?.abort();
		const q = input.value.trim();
		if (q === "" || /^(https?:|mailto:|tel:|[/#])/i.test(q)) return show(false);
		const mine = new AbortController();
		asked = mine;
		const answer = await getJson<{ data: Found[] }>(href, { q, ...query }, mine.signal);
		if (mine.signal.aborted) return;
		found = answer?.data ?? [];
		list.replaceChildren(...found.map(option));
		list.hidden = found.length === 0;
		words.textContent = answer ? (found.length > 0 ? `找到 ${found.length} 筆` : "沒有找到") : "暫時無法搜尋";
		show(true);
		hold(-1);
	}, WAIT_MS);
	input.addEventListener("input", (event) => {
		if (!(event instanceof InputEvent && event.isComposing)) ask();
	});
	input.addEventListener("compositionend", () => ask());
	// Closing the list at once would move a button away from under the pointer that presses it.
	input.addEventListener("blur", () => {
		if (document.querySelector(":active")) addEventListener("mouseup", () => show(false), { once: true });
		else show(false);
	});
	input.addEventListener("keydown", (event) => {
		if (composing(event) || box.hidden) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const hit = found[active];
		if (event.key === "Escape") show(false);
		else if (event.key === "Enter" && hit) pick(hit);
		else if (step && found.length > 0)
			hold((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
	// The user may have typed before this code was loaded.
	if (input.value && document.activeElement === input) ask();
}
