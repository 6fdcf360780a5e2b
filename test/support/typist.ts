/** Somebody who types into a long text by real keys, and what each key costs the page. */
import type { Page } from "playwright-core";

const PARAGRAPH =
	"清晨冷空氣最容易引起咳嗽。出門前戴好口罩，在玄關停留一、兩分鐘，讓身體慢慢適應，再用 Peak Flow 量一次。\n\n";
/** 200 KB of text. */
export const LONG = PARAGRAPH.repeat(Math.ceil(200_000 / Buffer.byteLength(PARAGRAPH)));

export type Typist = { key(): Promise<void>; p95(): number };

/**
 * Types into the middle of a field, which gets `text` first where it is given; `p95` is what the page's thread works for a
 * key until its frame is done, in ms, at most in 95 of 100.
 */
export async function typist(page: Page, selector: string, text?: string): Promise<Typist> {
	const session = await page.context().newCDPSession(page);
	// Its own time: not what other programs of the machine take away from it.
	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	const spent = async () => {
		const { metrics } = await session.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
	};
	const frame = () => page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
	await page.evaluate(
		`{ const area = document.querySelector("${selector}"); ${text === undefined ? "" : `area.value = ${JSON.stringify(text)};`}
			area.focus(); area.setSelectionRange(area.value.length / 2, area.value.length / 2); }`,
	);
	await frame();
	const times: number[] = [];
	const letter = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 };
	return {
		key: async () => {
			const before = await spent();
			await session.send("Input.dispatchKeyEvent", { type: "keyDown", text: "a", ...letter });
			await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...letter });
			await frame();
			times.push((await spent()) - before);
		},
		p95: () => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
	};
}
