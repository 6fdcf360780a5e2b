import { button } from "./button.ts";
import { type Children, html, type VNode } from "./html.ts";
import { notice, type Tone } from "./notice.ts";

/** Long work as the pages show it, in words; `left` is how long it still takes, "" when nobody can tell. */
export type ShownWork = {
	state: "running" | "done" | "failed";
	name: string;
	unit: string;
	done: number;
	total: number;
	left: string;
	/** Why it failed; `isPartial` says that what was done until then stays. */
	reason: string;
	isPartial: boolean;
	/** The page that shows what was done, and the address that takes the user's 知道了. */
	href: string;
	sight: string;
	/** The address that answers with the file of an export. */
	file: string | undefined;
};

const TONES = { running: "info", done: "ok", failed: "danger" } as const satisfies Record<string, Tone>;
const figure = (count: number): string => count.toLocaleString("en-US");

/** Writes how far work is, or how it ended. */
export function workWords({ state, name, unit, done, total, left, reason, isPartial }: ShownWork): string {
	const far = `${figure(done)}／${figure(total)} ${unit}`;
	if (state === "done") return `${name}完成，共 ${figure(total)} ${unit}。`;
	if (state === "failed") return `${name}沒有完成${isPartial ? `（${far}）` : ""}：${reason}`;
	// What was worked on is not stored yet: the last step does that, at once.
	if (done === total && done > 0) return `${name}中　已處理 ${far}，正在收尾`;
	return `${name}中　已處理 ${far}${left && `，還要${left}`}`;
}

const far = (work: ShownWork): Children =>
	work.state === "running" &&
	html`<progress aria-label=${`${work.name}的進度`} max=${Math.max(work.total, 1)} value=${work.done}></progress>`;

/** Draws one piece of work: how far it is, or how it ended, with the link to what was done. */
export const workLine = (work: ShownWork): VNode =>
	notice(
		{ tone: TONES[work.state] },
		html`<div class="row">
			<span>${workWords(work)}</span>
			${
				work.file === undefined
					? html`<a href=${work.href}>查看<span class="sr">：${work.name}</span></a>`
					: html`<form method="post" action=${work.file} data-download>
							${button({ label: "下載", about: work.name, size: "s", icon: "download", busy: "下載中..." })}
						</form>`
			}
			${
				work.state !== "running" &&
				html`<form method="post" action=${work.sight}>
					${button({ label: "知道了", about: work.name, size: "s", tone: "quiet" })}
				</form>`
			}
		</div>`,
		far(work),
	);

/**
 * Draws the work of a user in the head of each of their pages. `href` is the page that lists all of it, which a script
 * asks for this part anew while something runs.
 */
export const worksPart = (list: readonly ShownWork[], href: string): VNode | null =>
	list.length === 0
		? null
		: html`<aside
				class="flash stack tight"
				aria-label="進行中的工作"
				data-works=${href}
				data-running=${list.some(({ state }) => state === "running") ? "" : undefined}
			>
				${list.map(workLine)}
			</aside>`;
