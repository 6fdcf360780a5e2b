import type { Parts } from "#ui/islands/parts.ts";
import type { ArticleView } from "./article-view.ts";
import { debounced, drawIcon, find, make, say } from "./dom.ts";

type Check = { kind: string; words: string; excerpt?: string };
type Answer = { data: { html: string; checks: Check[] } };
type Editor = { root: HTMLElement; area: HTMLTextAreaElement; props: Parts["markdown-editor"]; article: ArticleView };
type View = "article" | "source" | "both" | "preview";

const WAIT_MS = 600;
const VIEW = "writing-view";
/** The fields of the same form that the preview and its checks also need. */
const BESIDE = ["title", "slug", "excerpt", "cover_id", "cover_alt", "seo_title", "seo_description"];

/** Reads and writes the chosen view in this browser's storage; without storage nothing is remembered. */
const remembered = {
	read: (): string | null => {
		try {
			return localStorage.getItem(VIEW);
		} catch {
			return null;
		}
	},
	write: (view: string): void => {
		try {
			localStorage.setItem(VIEW, view);
		} catch {
			// The view is then not remembered.
		}
	},
};

const isView = (view: string | null | undefined): view is View =>
	view === "article" || view === "source" || view === "both" || view === "preview";

/**
 * Adds the views 文章 (what the text means), 並排 (the text and the website's own HTML side by side), 原始碼 (the text)
 * and 預覽 (the HTML alone); the HTML is requested while it is shown.
 */
export function previews(editor: Editor): void {
	const { root, area, article } = editor;
	const panes = find(root, ".panes");
	// They stand in the bar over the page, or over the text.
	const buttons = [...document.querySelectorAll<HTMLButtonElement>("[data-view]")];
	const isShown = () => panes.dataset.shown === "both" || panes.dataset.shown === "preview";
	const asks = asking(editor);
	const later = debounced(() => isShown() && asks(), WAIT_MS);
	let newest = 0;
	let isTogether = false;
	const together = (): void => {
		if (isTogether) return;
		isTogether = true;
		const isBoth = () => panes.dataset.shown === "both";
		void import("./scroll-together.ts").then((code) => code.scrollTogether(area, find(root, ".prose"), isBoth));
	};
	const show = async (asked: View, isChosen: boolean): Promise<void> => {
		const mine = ++newest;
		const isArticle = await article.show(asked === "article", { isChosen });
		if (mine !== newest) return;
		const view = asked === "article" && !isArticle ? "source" : asked;
		panes.dataset.shown = view;
		for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.view === view));
		find(root, ".checks").hidden = !isShown() || find(root, ".checks").childElementCount === 0;
		if (isShown()) void asks();
		if (view === "both") together();
	};
	for (const button of buttons)
		button.addEventListener("click", () => {
			const { view } = button.dataset;
			if (!isView(view)) return;
			void show(view, true);
			// A text is opened where somebody can write.
			if (view !== "preview") remembered.write(view);
		});
	area.addEventListener("input", later);
	area.form?.addEventListener("input", ({ target }) => {
		if (target instanceof Element && BESIDE.includes(target.getAttribute("name") ?? "")) later();
	});
	area.addEventListener("place", (event) => {
		if (event instanceof CustomEvent) void place(String(event.detail));
	});
	const place = async (excerpt: string): Promise<void> => {
		if (panes.dataset.shown === "preview") await show("article", true);
		const field = article.field();
		field.select(...placeOf(field.selected().text, excerpt));
	};
	const kept = remembered.read();
	void show(isView(kept) && kept !== "preview" ? kept : "article", false);
	find(root, ".prose").addEventListener("click", (event) => {
		// Links of the text lead nowhere here, and the form must not be left by mistake.
		const link = event.target instanceof Element && event.target.closest("a");
		if (link && !link.getAttribute("href")?.startsWith("#preview-")) event.preventDefault();
	});
}

/** Returns where a check's excerpt stands in a text: the address behind words stands there once, words may be elsewhere. */
function placeOf(text: string, excerpt: string): [from: number, to: number] {
	const parts = excerpt.split("　").map((part) => part.replace(/\.\.\.$/, ""));
	for (const part of parts.reverse().flatMap((one) => [one, encodeURI(one)])) {
		const from = part === "" ? -1 : text.indexOf(part);
		if (from >= 0) return [from, from + part.length];
	}
	return [0, 0];
}

/**
 * Returns a function that requests the preview of the present text, unless that is under way or drawn; a request of
 * another text is aborted, and when no answer comes the last preview stays.
 */
function asking({ root, area, props }: Editor): () => Promise<void> {
	let asked = new AbortController();
	let newest = "";
	let drawn = "";
	return async () => {
		const body = new URLSearchParams({ kind: props.kind, body: area.value });
		const form = area.form && new FormData(area.form);
		for (const name of BESIDE) {
			const value = form?.get(name);
			if (typeof value === "string") body.set(name, value);
		}
		const text = body.toString();
		if (text === newest) return;
		asked.abort();
		newest = text;
		const prose = find(root, ".prose");
		if (text === drawn) return prose.removeAttribute("aria-busy");
		const mine = new AbortController();
		asked = mine;
		prose.setAttribute("aria-busy", "true");
		const answer = await fetch(props.preview, {
			method: "POST",
			headers: { accept: "application/json" },
			body,
			signal: mine.signal,
		})
			.then((got): Promise<Answer> | null => (got.ok ? got.json() : null))
			.catch(() => null);
		if (mine.signal.aborted) return;
		prose.removeAttribute("aria-busy");
		if (!answer) {
			newest = drawn;
			return say("預覽暫時無法更新");
		}
		drawn = text;
		draw(root, answer.data);
	};
}

/**
 * Draws the preview. The HTML comes from the server, which sanitised it; the page's content security policy would not
 * run scripts in it either.
 */
function draw(root: HTMLElement, { html, checks }: Answer["data"]): void {
	const prose = find(root, ".prose");
	const { scrollTop } = prose;
	const { content: made } = Object.assign(make("template"), { innerHTML: html });
	// The ids in the preview must differ from those of the page.
	for (const one of made.querySelectorAll("[id]")) one.id = `preview-${one.id}`;
	for (const one of made.querySelectorAll('a[href^="#"]'))
		one.setAttribute("href", `#preview-${one.getAttribute("href")?.slice(1)}`);
	prose.replaceChildren(made.childElementCount > 0 ? made : make("p", { class: "soft" }, "還沒有內文。"));
	prose.scrollTop = scrollTop;
	drawChecks(find(root, ".checks"), checks);
}

function drawChecks(place: HTMLElement, checks: Check[]): void {
	const before = place.querySelectorAll("li").length;
	const title = make("p", { class: checks.length > 0 ? "status warn" : "status ok" });
	title.append(
		drawIcon(checks.length > 0 ? "warn" : "ok"),
		checks.length > 0 ? `發布前可以看看 ${checks.length} 處` : "內容檢查沒有發現問題",
	);
	const items = checks.map(({ words, excerpt }) =>
		make("li", {}, words, excerpt !== undefined && make("small", {}, excerpt)),
	);
	place.replaceChildren(title, ...(items.length > 0 ? [make("ul", {}, ...items)] : []));
	place.hidden = false;
	if (checks.length !== before) say(title.textContent ?? "");
}
