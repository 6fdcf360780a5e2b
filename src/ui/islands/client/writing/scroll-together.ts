/**
 * Scrolls a text and what becomes of it together: the same block stands at the top of both, and between the beginnings of
 * two blocks it goes in proportion.
 */
import { debounced } from "./dom.ts";
import { topsOf } from "./mirror.ts";

/** How long nothing is measured anew while somebody types (milliseconds). */
const REST_MS = 150;

/** Where the same place is in both, in pixels from the top of each; both rise. */
export type Places = { text: number[]; shown: number[] };

/** Returns where in `to` the place is that is at `at` in `from`. */
export function across(from: readonly number[], to: readonly number[], at: number): number {
	const next = from.findIndex((one) => one > at);
	if (next < 0) return to.at(-1) ?? 0;
	if (next === 0) return to[0] ?? 0;
	const [a = 0, b = 0, c = 0, d = 0] = [from[next - 1], from[next], to[next - 1], to[next]];
	return c + ((at - a) / (b - a)) * (d - c);
}

/** Returns where each line of a text begins. */
function linesOf(text: string): number[] {
	let at = 0;
	return text.split("\n").map((line) => {
		const begins = at;
		at += line.length + 1;
		return begins;
	});
}

/** Pairs each block of the preview with the line at which it begins, as the server said it. */
function placesOf(area: HTMLTextAreaElement, prose: HTMLElement): Places {
	const starts = linesOf(area.value);
	const elements: HTMLElement[] = [];
	const begins: number[] = [];
	for (const element of prose.querySelectorAll<HTMLElement>(":scope > [data-line]")) {
		const at = starts[Number(element.dataset.line)];
		// HTML of the writer's own may say what it likes.
		if (at === undefined || at <= (begins.at(-1) ?? -1)) continue;
		elements.push(element);
		begins.push(at);
	}
	const tops = topsOf(area, begins);
	const most = (one: HTMLElement): number => Math.max(0, one.scrollHeight - one.clientHeight);
	const pairs = tops
		.map((top, at) => [top, elements[at]?.offsetTop ?? 0] as const)
		.filter(([top, shown]) => top > 0 && shown > 0 && top < most(area) && shown < most(prose));
	return {
		text: [0, ...pairs.map(([top]) => top), most(area)],
		shown: [0, ...pairs.map(([, shown]) => shown), most(prose)],
	};
}

/** Lets two panes scroll together while `isOn`. What a script scrolled moves nothing in turn. */
export function scrollTogether(area: HTMLTextAreaElement, prose: HTMLElement, isOn: () => boolean): void {
	let known: { places: Places; of: string } | undefined;
	const moved = new Map<HTMLElement, number>();
	const key = (): string =>
		[area.value.length, area.scrollHeight, prose.scrollHeight, prose.childElementCount].join(" ");
	const follow = (from: HTMLElement): void => {
		if (!isOn()) return;
		const now = key();
		if (known?.of !== now) known = { places: placesOf(area, prose), of: now };
		const { text, shown } = known.places;
		const isText = from === area;
		const to = isText ? prose : area;
		const top = Math.round(across(isText ? text : shown, isText ? shown : text, from.scrollTop));
		if (Math.abs(top - to.scrollTop) < 1) return;
		moved.set(to, top);
		to.scrollTop = top;
	};
	const heard = (from: HTMLElement) => {
		const later = debounced(() => follow(from), REST_MS);
		return (): void => {
			const expected = moved.get(from);
			moved.delete(from);
			if (expected !== undefined && Math.abs(expected - from.scrollTop) <= 2) return;
			if (known?.of === key()) follow(from);
			else later();
		};
	};
	area.addEventListener("scroll", heard(area), { passive: true });
	prose.addEventListener("scroll", heard(prose), { passive: true });
}
