import type { PageTreeRow } from "#db/content/page-tree.ts";
import { SHIFTS, type Shift, waysOf } from "#domain/content/pages/rules.ts";
import { paths } from "#http/paths.ts";
import { contentStatus } from "#ui/content-status.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import type { IconName } from "#ui/icon-names.ts";
import { part } from "#ui/islands/part.ts";

const { pages } = paths.admin;

const WAYS: Record<Shift, { icon: IconName; words: string }> = {
	up: { icon: "up", words: "上移" },
	down: { icon: "down", words: "下移" },
	out: { icon: "left", words: "移出一層" },
	in: { icon: "right", words: "移入上一個單頁之下" },
};

/**
 * Draws the pages as a nested list, each row with a form of the four moves. With scripts, a row can also be dragged or
 * moved by Alt and an arrow key (client/page-tree.part.ts).
 */
export const treeOf = (tree: readonly PageTreeRow[]): VNode =>
	part(
		{ name: "page-tree", props: { move: pages.move(":id") } },
		html`<div class="tree-part">
			<p class="tree-help scripted" id="tree-help">
				按住 ${icon("menu")} 拖曳，或按 Alt 加方向鍵移動；Esc 取消拖曳。
			</p>
			<p class="tree-said" role="status"></p>
			${list(nest(tree), waysOf(tree))}
		</div>`,
	);

type Node = { page: PageTreeRow; below: Node[] };

/** Nests the rows: returns each page with its direct child pages. */
function nest(tree: readonly PageTreeRow[]): Node[] {
	const levels: Node[][] = [[]];
	for (const page of tree) {
		const node: Node = { page, below: [] };
		levels[page.depth - 1]?.push(node);
		levels[page.depth] = node.below;
	}
	return levels[0] ?? [];
}

const list = (nodes: Node[], ways: Map<number, Set<Shift>>): VNode => html`<ul class="plain">
	${nodes.map(
		({ page, below }) => html`<li data-page=${page.id}>
			${line(page, ways.get(page.id))} ${below.length > 0 && list(below, ways)}
		</li>`,
	)}
</ul>`;

const line = (page: PageTreeRow, ways: Set<Shift> | undefined): VNode => html`<div class="tree-line">
	<button
		class="btn quiet square s scripted tree-grip"
		type="button"
		id=${`page-${page.id}`}
		aria-describedby="tree-help"
		data-grip
	>
		${icon("menu")}<span class="sr">移動：${page.title}</span>
	</button>
	<div class="tree-name"><a href=${pages.show(page.id)}>${page.title}</a><small>/${page.path}</small></div>
	${contentStatus(page.state)}
	<form class="tree-ways" method="post" action=${pages.move(page.id)}>
		<input type="hidden" name="version" value=${String(page.version)} />
		${SHIFTS.map((way) => wayButton(page, way, ways?.has(way) ?? false))}
	</form>
</div>`;

/**
 * Draws the button of one move. A button without effect (`leads` is false) stays focusable (`aria-disabled`), because
 * it may have been pressed just now.
 */
const wayButton = ({ title }: PageTreeRow, way: Shift, leads: boolean): VNode => html`<button
	class="btn quiet square s"
	name="shift"
	value=${way}
	aria-disabled=${leads ? undefined : "true"}
>
	${icon(WAYS[way].icon)}<span class="sr">${WAYS[way].words}：${title}</span>
</button>`;
