/** Somebody who types into a long text by real keys, and what each key costs the page. */
import type { Page } from "playwright-core";

const PARAGRAPH =
	"清晨冷空氣最容易引起咳嗽。出門前戴好口罩，在玄關停留一、兩分鐘，讓身體慢慢適應，再用 Peak Flow 量一次。\n\n";
/** 200 KB of text. */
export const LONG = PARAGRAPH.repeat(Math.ceil(200_000 / Buffer.byteLength(PARAGRAPH)));

export type Typist = { key(): Promise<void>; times: number[] };

/**
 * Types into the middle of a field, which gets `text` first where it is given, or where `place` put the caret; `times` are what the page's thread works for
 * each key until its frame is done, in ms.
 */
export async function typist(page: Page, field: string | (() => Promise<void>), text?: string): Promise<Typist> {
	const session = await page.context().newCDPSession(page);
	// Its own time: not what other programs of the machine take away from it.
	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	const spent = async () => {
		const { metrics } = await session.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
	};
	const frame = () => page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
	if (typeof field !== "string") await field();
	else
		await page.evaluate(
			`{ const area = document.querySelector("${field}"); ${text === undefined ? "" : `area.value = ${JSON.stringify(text)};`}
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
		times,
	};
}

const p95 = (times: readonly number[]) =>
	times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const FRAME_MS = 16;
const KEYS = 60;
const ROUNDS = 4;

/**
 * Whether a key takes less than a frame in 95 of 100, or no more than the page does with a bare field on a machine that is
 * too busy even for that. They type in turns, so that both meet the same machine; what else it does only ever adds to a
 * time, so the first round that holds counts: a slow editor is slow in each.
 */
export async function keysWithinFrame(bare: Typist, ours: Typist): Promise<{ holds: boolean; rounds: string[] }> {
	const rounds: string[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		for (let at = 0; at < KEYS; at++) {
			await bare.key();
			await ours.key();
		}
		const [floor, time] = [p95(bare.times.splice(0)), p95(ours.times.splice(0))];
		rounds.push(`p95 of a key: ${time.toFixed(1)} ms, in a bare textarea ${floor.toFixed(1)} ms`);
		if (time < Math.max(FRAME_MS, floor * 1.6)) return { holds: true, rounds };
	}
	return { holds: false, rounds };
}
