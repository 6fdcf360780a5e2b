import type { Parts } from "#ui/islands/parts.ts";
import { drawIcon, find, iconButton, make, say, typed } from "./dom.ts";
import { sortable } from "./sorting.ts";

const MOST = 3;

function slugOf(address: string): string {
	const last = address.replace(/^.*\//, "");
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}

/** Lets related articles be chosen by search; the textarea of slugs, now hidden, is what is sent. */
export default function start(root: HTMLElement, { links, titles }: Parts["related"]): void {
	const area = find<HTMLTextAreaElement>(root, "textarea");
	const box = find(root, ".related");
	const names = new Map(Object.entries(titles));
	const list = make("ol", { class: "picked", "aria-label": "指定的相關文章" });
	const search = make("input", { class: "input", type: "text", placeholder: "搜尋文章標題", id: area.id });
	const described = area.getAttribute("aria-describedby");
	if (described) search.setAttribute("aria-describedby", described);
	area.removeAttribute("id");
	area.hidden = true;
	box.prepend(list, make("div", { class: "finder" }, search));
	const slugs = () => area.value.split(/\s+/).filter(Boolean);
	const set = (next: string[]) => {
		area.value = next.join("\n");
		typed(area);
		draw();
	};
	const move = (to: "up" | "down", title: string): HTMLElement => {
		const button = iconButton(to, `${title}${to === "up" ? "往上移" : "往下移"}`, () => undefined);
		button.dataset.move = to;
		return button;
	};
	const row = (slug: string): HTMLElement => {
		const title = names.get(slug) ?? slug;
		const drop = () => {
			set(slugs().filter((one) => one !== slug));
			say(`已移除${title}`);
			search.focus();
		};
		const grip = make("span", { class: "grip", "data-grip": true }, drawIcon("grip"));
		const buttons = make(
			"span",
			{ class: "row" },
			move("up", title),
			move("down", title),
			iconButton("x", `移除${title}`, drop),
		);
		return make("li", { "data-slug": slug }, grip, make("b", {}, title), buttons);
	};
	const draw = () => {
		list.replaceChildren(...slugs().map(row));
		list.hidden = list.children.length === 0;
		search.disabled = list.children.length >= MOST;
		search.placeholder = search.disabled ? `最多 ${MOST} 篇` : "搜尋文章標題";
	};
	sortable(list, (moved) => {
		area.value = [...list.children].map((one) => (one instanceof HTMLElement ? one.dataset.slug : "")).join("\n");
		typed(area);
		say(`${moved.querySelector("b")?.textContent ?? ""}現在是第 ${[...list.children].indexOf(moved) + 1} 篇`);
	});
	const choose = ({ title, address }: { title: string; address: string }) => {
		const slug = slugOf(address);
		names.set(slug, title);
		search.value = "";
		if (!slugs().includes(slug)) set([...slugs(), slug]);
		say(`已加入${title}`);
	};
	search.addEventListener(
		"focus",
		async () => {
			const { finder } = await import("./finder.ts");
			finder(search, { href: links, query: { kind: "article" }, choose });
		},
		{ once: true },
	);
	area.addEventListener("restore", draw);
	draw();
}
