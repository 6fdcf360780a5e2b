import type { IslandProps } from "#ui/islands/registry.ts";
import { vouchers } from "./finance-vouchers.ts";
import { opened, sent } from "./turning.ts";
import type { Draw } from "./wake.ts";

export { default } from "#ui/islands/review-queue.island.ts";

/**
 * Works off a queue without loading pages: a decision is sent and a link of the queue opened by a request, and what the
 * server answers takes the place of what was there. The keys are in review-keys.part.ts, which starts this.
 */
export function wake(root: HTMLElement, first: IslandProps<"review-queue">, draw: Draw<"review-queue">): void {
	let now = first;
	const queue = {
		root,
		show: (props: Partial<typeof now>): void => {
			now = { ...now, state: undefined, ...props };
			draw(now);
		},
		ready: () => !root.dispatchEvent(new Event("turned", { cancelable: true })),
	};
	vouchers(root);
	root.addEventListener("submit", (event) => sent(event, queue));
	// The links of the page's head turn the queue as well.
	document.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a") : null;
		const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
		if (!link || !isPlain || !root.isConnected) return;
		const { step, turn } = link.dataset;
		if (step || turn !== undefined) opened(event, link.href, queue);
	});
}
