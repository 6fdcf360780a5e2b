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

/** Returns where the blocks of a Markdown text begin, and which of them are headings; a fence holds empty lines. */
export function blocksIn(text: string): { offset: number; isHeading: boolean }[] {
	const all: { offset: number; isHeading: boolean }[] = [];
	let [offset, fence, isApart] = [0, "", true];
	for (const line of text.split("\n")) {
		const isBlank = line.trim() === "";
		const isHeading = fence === "" && /^ {0,3}#{1,6}\s/.test(line);
		if (fence === "" && !isBlank && (isApart || isHeading)) all.push({ offset, isHeading });
		const [mark = ""] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
		if (fence === "") fence = mark.trim();
		else if (mark.trim().startsWith(fence)) fence = "";
		isApart = fence === "" && (isBlank || isHeading);
		offset += line.length + 1;
	}
	return all;
}

/** Pairs blocks one by one where there are as many, else the headings, else only the ends. */
function placesOf(area: HTMLTextAreaElement, prose: HTMLElement): Places {
	const written = blocksIn(area.value);
	const drawn = [...prose.children].filter((one): one is HTMLElement => one instanceof HTMLElement);
	const heads = [
		written.filter(({ isHeading }) => isHeading),
		drawn.filter(({ tagName }) => /^H[1-6]$/.test(tagName)),
	] as const;
	const [blocks, elements] =
		written.length === drawn.length ? [written, drawn] : heads[0].length === heads[1].length ? heads : [[], []];
	const tops = topsOf(
		area,
		blocks.map(({ offset }) => offset),
	);
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
