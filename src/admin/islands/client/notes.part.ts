import type { Parts } from "#admin/islands/parts.ts";
import { noteHas } from "#domain/notes/rules.ts";

/** A note as the server tells it. */
type Note = {
	id: number;
	content: string;
	author: { id: number | null; name: string };
	created_at: string;
	created_at_label: string;
};
type Answer = { data?: Note[] | Note; meta?: { count: number }; message?: string; errors?: { content?: string[] } };

const LOST = "連線中斷，請稍後再試一次。";
let copies = 0;

/** 備忘錄 of one record (ADMIN-UI 3): its badge opens the history, its other button a form; both in a row under its own. */
export default function notes(root: HTMLElement, { href }: Parts["notes"]): void {
	const [badge, toggle] = root.querySelectorAll("a");
	if (!badge || !toggle) return;
	const panel = openPanel(root);
	const { history, form } = panel;
	const list = listIn(panel);
	const number = badge.querySelector("b");
	const setCount = (count: number): void => {
		if (number) number.textContent = String(count);
		panel.title.textContent = `${count} 則`;
	};
	const isOpen = (part: HTMLElement): boolean => part.hidden === false;
	const show = (button: HTMLElement, part: HTMLElement, open: boolean): void => {
		part.hidden = !open;
		button.setAttribute("aria-expanded", String(open));
		panel.place(isOpen(history) || isOpen(form));
	};

	press(badge, history, () => {
		show(badge, history, !isOpen(history));
		list.close();
		if (isOpen(history)) void list.load(href).then((count) => count === undefined || setCount(count));
	});
	const writing = writingIn(panel, href, (note, count) => {
		show(toggle, form, false);
		list.add(note);
		setCount(count);
		toggle.focus();
		const said = document.getElementById("say");
		if (said) said.textContent = `已新增備忘錄，共 ${count} 則。`;
	});
	press(toggle, form, () => {
		show(toggle, form, !isOpen(form));
		if (isOpen(form)) panel.area.focus();
	});
	panel.cancel.addEventListener("click", () => {
		writing.clear();
		show(toggle, form, false);
		toggle.focus();
	});
	setCount(Number(number?.textContent));
}

/** A link becomes the button of what it opens. */
function press(link: HTMLElement, opens: HTMLElement, act: () => void): void {
	link.setAttribute("role", "button");
	link.setAttribute("aria-expanded", "false");
	link.setAttribute("aria-controls", opens.id);
	link.addEventListener("click", (event) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		act();
	});
	link.addEventListener("keydown", (event) => {
		if (event.key !== " ") return;
		event.preventDefault();
		act();
	});
}

type Panel = ReturnType<typeof openPanel>;

/** A copy of the page's panel; below a row of a table it is a row of its own. */
function openPanel(root: HTMLElement) {
	const template = document.querySelector<HTMLTemplateElement>("#notes-panel");
	const box = template?.content.firstElementChild?.cloneNode(true);
	if (!(box instanceof HTMLElement)) throw new Error("the page has no notesPanel()");
	const n = ++copies;
	for (const one of box.querySelectorAll("[id]")) one.id += `-${n}`;
	for (const name of ["for", "aria-describedby"])
		for (const one of box.querySelectorAll(`[${name}]`)) one.setAttribute(name, `${one.getAttribute(name)}-${n}`);
	const part = <E extends HTMLElement>(selector: string): E => {
		const found = box.querySelector<E>(selector);
		if (!found) throw new Error(selector);
		return found;
	};
	const [history, form] = [part("section"), part<HTMLFormElement>("form")];
	history.id = `notes-${n}`;
	form.id = `note-form-${n}`;
	const row = root.closest("tr");
	const outer = row ? below(row, box) : box;
	return {
		history,
		form,
		area: part<HTMLTextAreaElement>("textarea"),
		error: part(".error"),
		save: part<HTMLButtonElement>("[data-busy]"),
		cancel: part<HTMLButtonElement>("[type=button]"),
		search: part<HTMLInputElement>("[type=search]"),
		status: part("[role=status]"),
		title: part("h2 span"),
		list: part("ol"),
		of: template?.dataset ?? {},
		place: (isOpen: boolean): void => {
			row?.classList.toggle("open-row", isOpen);
			if (!isOpen) outer.remove();
			else if (!outer.isConnected) (row ?? root).after(outer);
		},
	};
}

function below(row: HTMLTableRowElement, box: HTMLElement): HTMLElement {
	const outer = document.createElement("tr");
	const cell = outer.insertCell();
	outer.className = "panel-row";
	outer.setAttribute("role", "row");
	cell.setAttribute("role", "cell");
	cell.colSpan = row.cells.length;
	cell.append(box);
	return outer;
}

/** The history: loaded when it opens, searched here, forgotten when it closes. */
function listIn({ list, search, status, of }: Panel) {
	const pattern = list.querySelector("li");
	let loaded: Note[] | undefined;
	let asked = new AbortController();
	list.replaceChildren();

	const draw = (): void => {
		const all = loaded ?? [];
		const found = all.filter(({ content, author }) => noteHas(search.value, content, author.name));
		status.textContent = all.length === 0 ? "尚無備註" : found.length === 0 ? "找不到符合的備忘錄" : "";
		list.replaceChildren(...found.map((note) => drawNote(note, pattern?.cloneNode(true), of)));
	};
	search.addEventListener("input", () => loaded && draw());
	return {
		async load(href: string): Promise<number | undefined> {
			status.textContent = "載入中...";
			const { signal } = asked;
			const { data, meta, message } = await send(href, { signal });
			if (signal.aborted) return undefined;
			if (!Array.isArray(data)) {
				status.textContent = message ?? LOST;
				return undefined;
			}
			loaded = data;
			draw();
			return meta?.count;
		},
		add(note: Note): void {
			if (!loaded) return;
			loaded.unshift(note);
			draw();
		},
		close(): void {
			asked.abort();
			asked = new AbortController();
			loaded = undefined;
			search.value = "";
			status.textContent = "";
			list.replaceChildren();
		},
	};
}

function drawNote(note: Note, item: Node | undefined, of: DOMStringMap): Node {
	if (!(item instanceof HTMLElement)) throw new Error("no pattern of a note");
	const [text, name, time, link] = item.querySelectorAll<HTMLElement>("p, b, time, a");
	if (text) text.textContent = note.content;
	if (name) name.textContent = note.author.name;
	if (time) time.textContent = note.created_at_label;
	time?.setAttribute("datetime", note.created_at);
	const isFresh = Date.now() - Date.parse(note.created_at) < Number(of.correctable);
	if (link && isFresh && String(note.author.id) === of.me) {
		link.hidden = false;
		link.setAttribute("href", (of.edit ?? "").replace(":id", String(note.id)));
	}
	return item;
}

/** The form: sent once at a time, never empty; what was typed stays until it is saved or given up. */
function writingIn({ form, area, error, save }: Panel, href: string, saved: (note: Note, count: number) => void) {
	const words = save.textContent;
	let isBusy = false;
	// The same text again is the same note, also where the answer to the first was lost.
	let key = crypto.randomUUID();
	const tell = (text: string): void => {
		error.textContent = text;
		error.hidden = text === "";
		area.setAttribute("aria-invalid", String(text !== ""));
	};
	const settle = (): void => {
		save.disabled = isBusy || area.value.trim() === "";
		save.textContent = isBusy ? (save.dataset.busy ?? "") : words;
		area.readOnly = isBusy;
	};
	const clear = (): void => {
		area.value = "";
		delete form.dataset.changed;
		key = crypto.randomUUID();
		tell("");
		settle();
	};
	area.addEventListener("input", () => {
		key = crypto.randomUUID();
		settle();
	});
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (save.disabled) return;
		isBusy = true;
		tell("");
		settle();
		const sent = key;
		const body = new URLSearchParams({ content: area.value, _key: sent });
		const { data, meta, message, errors } = await send(href, { method: "POST", body });
		isBusy = false;
		if (data && !Array.isArray(data) && meta) {
			clear();
			saved(data, meta.count);
			return;
		}
		settle();
		// Given up meanwhile: what went wrong is nobody's any more.
		if (sent !== key) return;
		tell(errors?.content?.join("") ?? message ?? LOST);
		area.focus();
	});
	return { clear };
}

const send = (href: string, more: RequestInit): Promise<Answer> =>
	fetch(href, { headers: { accept: "application/json" }, ...more })
		.then((answer): Promise<Answer> => answer.json())
		.catch((): Answer => ({}));
