import { type Children, html, type VNode } from "#ui/html.ts";

/** A record that waits for a decision, as a link of the queue. */
export type Waiting = {
	href: string;
	name: string;
	/** What tells it from others: an amount, or how long it has waited. */
	sub: string;
	/** Somebody else must decide it, because it concerns the user. */
	others?: true | undefined;
};
export type ReviewQueueProps = {
	/** The name under which this browser keeps whether the keys are on, without its end "-keys". */
	name: "payment" | "certificate" | "finance";
	/** What the list is called, such as 等待核對. */
	title: string;
	/** The record under review first, then those after it in the order in which they come. */
	items: readonly Waiting[];
	/** How many wait, with their unit: 12 筆. */
	total: string;
	/** The keys, with what each does. */
	keys: readonly [keys: string, words: string][];
	/** In the browser: an answer of the server is waited for, or none came. */
	state?: "busy" | "lost" | undefined;
	/** The record under review. Only the server gives it; in the browser the element keeps what it has. */
	children?: Children;
};

/** What Preact does not look into: the fields in there are typed in, and the server's HTML takes their place. */
const KEPT = { __html: "" };

const item = ({ href, name, sub, others }: Waiting, nth: number): VNode => html`<li key=${href}>
	<a href=${href} aria-current=${nth === 0 ? "true" : undefined} data-turn
		><b>${name}</b> <small>${others ? `${sub}　由別人辦` : sub}</small></a
	>
</li>`;

/**
 * Draws a queue of records that are decided one after the other: the list of what waits, the record under review, and
 * the keys. In the browser client/review-queue.island.ts asks for the next record and gives it to this component.
 */
export default function ReviewQueue({ title, items, total, keys, state, children }: ReviewQueueProps): VNode {
	const inside = children ? {} : { dangerouslySetInnerHTML: KEPT };
	return html`<div class="review" aria-busy=${state === "busy" ? "true" : undefined}>
		<nav class="review-list" aria-label=${title}>
			<span>${title}<b>${total}</b></span>
			<ol>${items.map(item)}</ol>
		</nav>
		<p class="error" role="alert">
			${state === "lost" && "連線中斷，不確定有沒有送出。您填的內容都還在，請再按一次。"}
		</p>
		<div data-review ...${inside}>${children}</div>
		<p class="review-keys scripted">
			${keys.map(([key, words]) => html`<span>${key.split(" ").map((one) => html`<kbd>${one}</kbd>`)} ${words}</span>`)}
			<label class="check push"><input type="checkbox" data-keys defaultChecked /><span>使用快速鍵</span></label>
		</p>
	</div>`;
}
