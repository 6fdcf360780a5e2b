/** The tools above the keyboard of a phone. */
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import type { Desk } from "#ui/islands/client/writing/field.ts";
import { activeIn, press } from "./active.ts";

const PHONE = "(width <= 40rem), (pointer: coarse)";
const tool = (name: string, label: string, shown: Node | string): HTMLElement =>
	make("button", { class: "btn quiet", type: "button", "data-use": name, "aria-label": label }, shown);

class ThumbBar {
	private readonly bar = make(
		"div",
		{
			class: "thumb-bar",
			role: "toolbar",
			"aria-label": "常用工具",
			popover: "manual",
			mousedown: (event) => event.preventDefault(),
		},
		tool("h2", "標題", "標題"),
		tool("bold", "粗體", "粗"),
		tool("bullets", "項目清單", drawIcon("list")),
		tool("picture", "圖片", drawIcon("image")),
		tool("slash", "插入其他內容", "/"),
		tool("undo", "復原", drawIcon("undo")),
	);
	private readonly view: EditorView;
	private readonly ends = new AbortController();
	private readonly phone = matchMedia(PHONE);
	constructor(view: EditorView, { use, rove }: Desk) {
		this.view = view;
		view.dom.append(this.bar);
		rove(this.bar);
		this.bar.addEventListener("click", ({ target }) => {
			const name = target instanceof Element && target.closest<HTMLElement>("[data-use]")?.dataset.use;
			if (name) use(name, false);
		});
		const { signal } = this.ends;
		for (const name of ["resize", "scroll"]) visualViewport?.addEventListener(name, () => this.place(), { signal });
		this.phone.addEventListener("change", () => this.show(), { signal });
		view.dom.addEventListener("focusout", () => setTimeout(() => this.show()), { signal });
	}
	update({ focusChanged, docChanged, selectionSet, view }: ViewUpdate): void {
		if (focusChanged) this.show();
		if ((docChanged || selectionSet) && !view.composing && this.isShown()) press(this.bar, activeIn(view.state));
	}
	private isShown(): boolean {
		return this.bar.matches(":popover-open");
	}
	private show(): void {
		const is = this.phone.matches && (this.view.hasFocus || this.bar.contains(document.activeElement));
		if (is !== this.isShown()) this.bar.togglePopover(is);
		if (!is) return;
		press(this.bar, activeIn(this.view.state));
		this.place();
	}
	/** Puts it on the keyboard; without one, on the bar of the form's own buttons. */
	private place(): void {
		if (!this.isShown()) return;
		const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
		const keyboard = Math.max(0, innerHeight - offsetTop - height);
		const end = document.querySelector(".editor-end")?.getBoundingClientRect();
		const own = end && end.height > 0 && end.bottom >= innerHeight - 1 ? end.height : 0;
		this.bar.style.bottom = `${keyboard || own}px`;
	}
	margins(): { top: number; bottom: number } {
		const bars = [...document.querySelectorAll(".topbar, .editor-end, .thumb-bar:popover-open")];
		const heights = bars.map((bar) =>
			getComputedStyle(bar).position === "static" ? 0 : bar.getBoundingClientRect().height,
		);
		const [top = 0, ...others] = heights;
		return { top, bottom: others.reduce((sum, height) => sum + height, 0) };
	}
	destroy(): void {
		this.ends.abort();
		this.bar.remove();
	}
}

export function thumbBar(desk: Desk): Extension {
	const plugin = ViewPlugin.define((view) => new ThumbBar(view, desk));
	// The line that is written stays between the bars of the page.
	return [plugin, EditorView.scrollMargins.of((view) => view.plugin(plugin)?.margins() ?? null)];
}
