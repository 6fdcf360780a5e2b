/** A picture on its way into the text: its name, how far it is, and what to do when it did not arrive. */
import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import { unsentIn } from "#domain/content/content/unsent.ts";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import { chooseBlock } from "./chosen.ts";
import { pictures } from "./picture-address.ts";
import { pressed, remove } from "./picture-hands.ts";
import { type Picture, readWords } from "./picture-syntax.ts";

/** Returns the box that is drawn for the mark of an upload; null for a picture. */
export function uploadBox(state: EditorState, { from, to, url }: Picture): WidgetType | null {
	const mark = state.sliceDoc(from, to);
	const [name] = url ? [] : unsentIn(mark);
	return name === undefined ? null : new UploadBox(mark, readWords(name).text);
}

class UploadBox extends WidgetType {
	readonly mark: string;
	readonly name: string;
	constructor(mark: string, name: string) {
		super();
		this.mark = mark;
		this.name = name;
	}
	override eq({ mark }: UploadBox): boolean {
		return mark === this.mark;
	}
	override toDOM(view: EditorView): HTMLElement {
		const dom = make("div", { class: "drawn upload-box", role: "group", "aria-label": `上傳的圖片：${this.name}` });
		dom.addEventListener("keydown", (event) => pressed(view, event, () => chooseBlock(view, dom)));
		const of = view.state.facet(pictures);
		const show = () => this.draw(dom, view);
		const ended = new AbortController();
		of?.uploads.addEventListener("change", show, { signal: ended.signal });
		ends.set(dom, ended);
		show();
		return dom;
	}
	override destroy(dom: HTMLElement): void {
		ends.get(dom)?.abort();
	}
	override ignoreEvent(): boolean {
		return true;
	}

	private draw(dom: HTMLElement, view: EditorView): void {
		const upload = view.state.facet(pictures)?.uploads.of(this.mark);
		const key = [upload?.problem, upload?.done, upload !== undefined].join();
		if (dom.dataset.state !== key) {
			dom.dataset.state = key;
			dom.classList.toggle("failed", upload?.problem !== undefined);
			dom.replaceChildren(make("div", {}, drawIcon("image"), make("b", {}, this.name), ...this.inside(dom, view)));
		}
		const bar = dom.querySelector("progress");
		const words = dom.querySelector(".upload-words");
		if (!bar || !words || !upload) return;
		bar.value = upload.part;
		words.textContent = upload.part < 1 ? `${Math.floor(upload.part * 100)}%` : "處理中";
	}

	private inside(dom: HTMLElement, view: EditorView): HTMLElement[] {
		const of = view.state.facet(pictures);
		const upload = of?.uploads.of(this.mark);
		const button = (words: string, click: () => void) =>
			make("button", { class: "btn s quiet", type: "button", click }, words);
		const words = (text: string) => make("span", { class: "upload-words" }, text);
		const acts = (...all: HTMLElement[]) => make("span", { class: "row push" }, ...all);
		const away = button("移除", () => remove(view, dom));
		if (upload?.done !== undefined) return [words("已上傳"), acts(button("放回文章", upload.again), away)];
		if (upload?.problem !== undefined)
			return [words(`沒有上傳：${upload.problem}。`), acts(button("再試一次", upload.again), away)];
		if (!upload) return [words("沒有上傳完成，請移除後再放一次。"), acts(away)];
		const bar = make("progress", { max: "1", value: "0", "aria-label": `${this.name}上傳進度` });
		return [bar, words("準備中"), acts(button("取消", upload.cancel))];
	}
}

const ends = new WeakMap<HTMLElement, AbortController>();
