import {
	childrenOf,
	moved,
	type Place,
	placeAfter,
	placeBeside,
	SHIFTS,
	type Shift,
	type TreeNode,
	waysOf,
} from "#domain/content/pages/rules.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";
import { carryingLines } from "./page-drag.ts";

/** A page of the tree as the server describes it after a move. */
type Told = TreeNode & { title: string; path: string; version: number };
/** The server's answer to a move: the whole tree as it is now, or a message about what was wrong. */
type Answer = { data?: Told[]; message?: string };

const KEYS: Record<string, Shift> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" };
const isShift = (text: string): text is Shift => SHIFTS.some((shift) => shift === text);

/** Moves lines of the page tree without loading the page again, and says whether each move was stored. */
export default function pageTree(root: HTMLElement, { move }: Parts["page-tree"]): void {
	const said = root.querySelector<HTMLElement>(".tree-said");
	let tree = readTree(root);
	let queue = Promise.resolve();

	const say = (words: string, { isFailed = false, undo }: { isFailed?: boolean; undo?: () => void } = {}): void => {
		if (!said) return;
		said.replaceChildren(words, ...(undo ? [undoButton(undo)] : []));
		said.classList.toggle("failed", isFailed);
	};
	const show = (next: Told[]): void => {
		tree = next;
		arrange(root, tree);
	};
	const carryOut = async (id: number, placeIn: (tree: Told[]) => Place | null, isUndo = false): Promise<void> => {
		const before = tree;
		const page = before.find((one) => one.id === id);
		const place = placeIn(before);
		if (!page || !place) return say(page ? `「${page.title}」不能再往那裡移動。` : "");
		show(moved(before, id, place));
		const { data, message = "連線中斷，請稍後再試一次。" } = await ask(move.replace(":id", String(id)), page, place);
		if (!data) {
			show(before);
			return say(`沒有移動「${page.title}」：${message}`, { isFailed: true });
		}
		// Another user made or removed a page meanwhile: only the server can draw its line.
		if (data.length !== before.length || data.some((one) => !before.some((old) => old.id === one.id)))
			return location.reload();
		show(data);
		if (isUndo) return say(`已復原：${whereWords(data, id)}`);
		const was = placeOf(before, page);
		const undo = (): void => {
			root.querySelector<HTMLElement>(`#page-${id}`)?.focus();
			start(id, () => was, true);
		};
		say(`已移動：${whereWords(data, id)}`, { undo });
	};
	/** Queues the moves: each starts from the tree that the move before it produced. */
	const start = (id: number, placeIn: (tree: Told[]) => Place | null, isUndo = false): void => {
		queue = queue.then(() => carryOut(id, placeIn, isUndo));
	};
	const shift = (id: number, way: Shift): void => start(id, (now) => placeAfter(now, id, way));

	root.addEventListener("submit", (event) => {
		const way = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
		if (!isShift(way)) return;
		event.preventDefault();
		shift(idOf(event.target), way);
	});
	root.addEventListener("keydown", (event) => {
		const way = KEYS[event.key];
		const id = idOf(event.target);
		if (!way || !id || !event.altKey || composing(event)) return;
		event.preventDefault();
		shift(id, way);
	});
	carryingLines(root, {
		may: (id, over) => placeBeside(tree, id, over) !== null,
		drop: (id, over) => start(id, (now) => placeBeside(now, id, over)),
	});
}

const lineOf = (target: EventTarget | null): HTMLElement | null =>
	target instanceof Element ? target.closest<HTMLElement>("[data-page]") : null;
const idOf = (target: EventTarget | null): number => Number(lineOf(target)?.dataset.page ?? 0);

/** Reads the tree from the lines that the server drew. */
function readTree(root: HTMLElement): Told[] {
	return [...root.querySelectorAll<HTMLElement>("[data-page]")].map((item) => {
		let depth = 1;
		for (let up = lineOf(item.parentElement); up; up = lineOf(up.parentElement)) depth += 1;
		return {
			id: Number(item.dataset.page),
			parent_id: idOf(item.parentElement) || null,
			depth,
			title: item.querySelector("a")?.textContent ?? "",
			path: item.querySelector("small")?.textContent?.slice(1) ?? "",
			version: Number(item.querySelector<HTMLInputElement>("[name=version]")?.value),
		};
	});
}

/** Puts every line where it belongs in the tree, and restores the focus, which an element loses when it is moved. */
function arrange(root: HTMLElement, tree: Told[]): void {
	const focused = document.activeElement;
	const top = root.querySelector("ul");
	const items = new Map([...root.querySelectorAll<HTMLElement>("[data-page]")].map((item) => [idOf(item), item]));
	const ways = waysOf(tree);
	const filled = new Map<Element, number>();
	for (const page of tree) {
		const item = items.get(page.id);
		const list = page.depth === 1 ? top : listIn(items.get(page.parent_id ?? 0));
		if (!item || !list) continue;
		const at = filled.get(list) ?? 0;
		filled.set(list, at + 1);
		if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
		tell(item, page, ways.get(page.id));
	}
	for (const list of root.querySelectorAll("ul ul")) if (list.children.length === 0) list.remove();
	if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
}

function listIn(item: Element | undefined): Element | null {
	if (!item) return null;
	if (item.lastElementChild?.tagName === "UL") return item.lastElementChild;
	const list = document.createElement("ul");
	list.className = "plain";
	item.append(list);
	return list;
}

function tell(item: HTMLElement, page: Told, ways: Set<Shift> | undefined): void {
	const address = item.querySelector("small");
	const version = item.querySelector<HTMLInputElement>("[name=version]");
	if (address) address.textContent = `/${page.path}`;
	if (version) version.value = String(page.version);
	for (const button of item.querySelector("form")?.querySelectorAll("button") ?? [])
		if (isShift(button.value) && ways?.has(button.value)) button.removeAttribute("aria-disabled");
		else button.setAttribute("aria-disabled", "true");
}

function undoButton(undo: () => void): HTMLElement {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "btn quiet s";
	button.textContent = "復原";
	button.addEventListener("click", undo, { once: true });
	return button;
}

/** Returns the place of a page in the tree. */
function placeOf(tree: Told[], { id, depth, parent_id }: Told): Place {
	const parentId = depth === 1 ? null : parent_id;
	return { parentId, position: childrenOf(tree, parentId).findIndex((one) => one.id === id) };
}

/** Writes where a page stands in the tree, for users of screen readers. */
function whereWords(tree: Told[], id: number): string {
	const page = tree.find((one) => one.id === id);
	const parent = page && page.depth > 1 ? tree.find((one) => one.id === page.parent_id) : undefined;
	const beside = childrenOf(tree, parent?.id ?? null);
	const nth = beside.findIndex((one) => one.id === id) + 1;
	return `「${page?.title}」在${parent ? `「${parent.title}」之下` : "最上層"}的第 ${nth} 個，共 ${beside.length} 個。`;
}

async function ask(href: string, { version }: Told, { parentId, position }: Place): Promise<Answer> {
	const body = new URLSearchParams({
		version: String(version),
		parent_id: parentId === null ? "" : String(parentId),
		position: String(position),
	});
	return fetch(href, { method: "POST", headers: { accept: "application/json" }, body })
		.then((answer): Promise<Answer> => answer.json())
		.catch((): Answer => ({}));
}
