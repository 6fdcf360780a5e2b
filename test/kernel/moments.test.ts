import { expect, test } from "vitest";
import { slashed } from "#kernel/calendar.ts";
import { readClock } from "#kernel/clock.ts";
import { joinedMoment, joinMoments, momentParts, readMoment } from "#kernel/moments.ts";
import { dateInTaipei, fromTaipeiInput, taipeiInput } from "#kernel/times.ts";
import { random } from "../support/random.ts";

const two = (value: number): string => String(value).padStart(2, "0");
/** Every way of writing a time that is sure to be this one. */
function ways(hour: number, minute: number): string[] {
	const [h, m, short] = [String(hour), two(minute), hour % 12 === 0 ? 12 : hour % 12];
	const wide = `${h}：${m}`.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
	const all = [`${h}:${m}`, `${two(hour)}:${m}`, `${h}${m}`, `${two(hour)}${m}`, `${h}.${m}`, `${h}點${m}分`, wide];
	const part = [
		...(hour === 0 || hour === 3 ? [`凌晨${short}:${m}`] : []),
		...(hour > 0 && hour < 12 ? [`上午${hour}:${m}`] : []),
		...(hour >= 6 && hour < 12 ? [`早上 ${hour}點${m}分`] : []),
		...(hour >= 12 && hour <= 18 ? [`下午${short}:${m}`, `下午 ${hour}:${m}`] : []),
		...(hour >= 17 ? [`晚上${hour - 12}點${m}`] : []),
	];
	const english = [`${short}:${m} ${hour < 12 ? "am" : "pm"}`, `${short}:${m}${hour < 12 ? "A.M." : "P.M."}`];
	const whole = minute === 0 ? [h, `${h}點`, `${h}時`, ` ${two(hour)} `] : minute === 30 ? [`${h}點半`] : [];
	return [...all, ...part, ...english, ...whole, `${two(hour)}:${m}:00`];
}

test("each way of writing each minute of a day is read as that minute", () => {
	const wrong = Array.from({ length: 24 * 60 }, (_, at) => [Math.floor(at / 60), at % 60] as const).flatMap(([h, m]) =>
		ways(h, m).flatMap((typed) => {
			const read = readClock(typed);
			return "clock" in read && read.clock === `${two(h)}:${two(m)}` ? [] : [[typed, read]];
		}),
	);
	expect(wrong).toEqual([]);
});

test.each([
	["中午", "12:00"],
	["中午12點半", "12:30"],
	["下午兩點", "14:00"],
	["下午兩點半", "14:30"],
	["晚上八點", "20:00"],
	["晚上 8點", "20:00"],
	["十點十五分", "10:15"],
	["二十點零五分", "20:05"],
	["凌晨12點半", "00:30"],
	["傍晚5點", "17:00"],
	["0", "00:00"],
])("%s is %s", (typed, clock) => {
	expect(readClock(typed)).toEqual({ clock });
});

test.each([
	["24", "第二天"],
	["24:00", "第二天"],
	["晚上12點", "第二天"],
	["晚上12點半", "00:30"],
	["上午12點", "可能是 00:00，也可能是 12:00"],
	["25", "看不懂「25」"],
	["960", "看不懂「960」"],
	["9:60", "看不懂"],
	["早上14:30", "看不懂"],
	["下午9點", "看不懂"],
	["13:00 pm", "看不懂"],
	["9點15半", "看不懂"],
	["明天", "看不懂「明天」"],
	["12345", "看不懂"],
	["9".repeat(21), "看不懂"],
])("%s is refused with words", (typed, words) => {
	expect(readClock(typed)).toEqual({ problem: expect.stringContaining(words) });
});

test("a moment that is drawn, sent and read again is the same, in both calendars and however it is typed", () => {
	const { next } = random(930);
	const of = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] ?? (all[0] as T);
	const [first, last] = [Date.UTC(1943, 0, 1), Date.UTC(2100, 0, 1)];
	for (let n = 0; n < 2_000; n++) {
		const at = Math.floor((first + next() * (last - first)) / 60_000) * 60_000;
		const stored = taipeiInput(at);
		const [hour = 0, minute = 0] = stored.slice(11).split(":").map(Number);
		const day = of([slashed(dateInTaipei(at), "roc"), slashed(dateInTaipei(at), "western"), dateInTaipei(at)]);
		const clock = of(ways(hour, minute));
		expect(joinedMoment({ day, clock }), `${day} ${clock}`).toBe(stored);
		expect(readMoment(`${day}T${clock}`)).toEqual({ at });
		// Also what is pasted into the field of the day alone.
		expect(joinedMoment({ day: `${day} ${stored.slice(11)}`, clock: "" })).toBe(stored);
		expect(joinedMoment({ day: stored, clock: "" })).toBe(stored);
		expect(joinedMoment(momentParts(stored))).toBe(stored);
	}
});

test("what cannot be read stays as it was typed on both sides, and each side says what is wrong", () => {
	expect(joinedMoment({ day: " ", clock: "" })).toBe("");
	for (const [day, clock, ...words] of [
		["115/2/30", "9:30", "看不懂「115/2/30」"],
		["115/11/30", "九點多", "看不懂「九點多」"],
		["115/11/30", "", "還沒填時間"],
		["", "9:30", "還沒填日期"],
		["12/3/5", "25", "請把年份寫完整", "看不懂「25」"],
	] as const) {
		const text = joinedMoment({ day, clock });
		expect(momentParts(text)).toEqual({ day, clock });
		for (const one of words) expect(readMoment(text)).toEqual({ problem: expect.stringContaining(one) });
	}
	expect(fromTaipeiInput("115/11/30T9:30")).toBeNull();
});

test("only the time of a field that is there is joined; lists and other names stay", () => {
	expect(
		joinMoments<string | string[]>({
			publish_at: "115/11/30",
			"publish_at-clock": "下午2:30",
			"alarm-clock": "響",
			tags: ["甲", "乙"],
		}),
	).toEqual({ publish_at: "2026-11-30T14:30", "alarm-clock": "響", tags: ["甲", "乙"] });
	expect(joinMoments({ publish_at: ["2026/11/30"], "publish_at-clock": ["9"] })).toEqual({
		publish_at: ["2026-11-30T09:00"],
	});
});
