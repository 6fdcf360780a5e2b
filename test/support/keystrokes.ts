/**
 * What people do at a desk, counted, and the seconds of it after the keystroke-level model (Card, Moran and Newell 1980):
 * to point at something and press it, to type a character, to make up one's mind before a press or a field, to read a page
 * that appears.
 */
const SECONDS = { press: 1.3, character: 0.28, mind: 1.35, page: 2 };

/** `waited` is what the pages took (milliseconds). */
export type Count = { presses: number; typed: number; pages: number; waited: number };

export const nothingYet = (): Count => ({ presses: 0, typed: 0, pages: 0, waited: 0 });

export function countOn(count: Count, more: Partial<Count>): void {
	for (const name of ["presses", "typed", "pages", "waited"] as const) count[name] += more[name] ?? 0;
}

const secondsOf = ({ presses, typed, pages, waited }: Count): number =>
	presses * (SECONDS.press + SECONDS.mind) + typed * SECONDS.character + pages * SECONDS.page + waited / 1000;

const UNITS = { Minutes: { seconds: 60, digits: 1 }, Seconds: { seconds: 1, digits: 0 } };

/** Tells what each part took, and all of them, whose name is `whole`. */
export function report(parts: ReadonlyMap<string, Count>, whole: string, unit: keyof typeof UNITS): void {
	const { seconds, digits } = UNITS[unit];
	const all = nothingYet();
	console.log(`\n| Part | Presses | Characters | Pages | ${unit} |\n| --- | ---: | ---: | ---: | ---: |`);
	const tell = (name: string, count: Count): void => {
		const took = (secondsOf(count) / seconds).toFixed(digits);
		console.log(`| ${name} | ${count.presses} | ${count.typed} | ${count.pages} | ${took} |`);
	};
	for (const [part, count] of parts) {
		countOn(all, count);
		tell(part, count);
	}
	tell(whole, all);
}
