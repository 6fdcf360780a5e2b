import { clockBehind, readMonth, readTyped, slashed, weekdayOf } from "#kernel/calendar.ts";
import type { Choice } from "#ui/islands/parts.ts";
import { isClock, putClock, settleClock, startClock } from "./clock-field.ts";
import { combobox } from "./combobox.ts";

/** A day or month that is offered; `day` is undefined for the calendar of the browser. */
type Offered = Choice & { day: string | undefined };

const HOUR_MS = 3_600_000;
/** Returns the day (YYYY-MM-DD) in Taipei that is `days` days after today. */
const dayFrom = (days: number): string => new Date(Date.now() + (8 + 24 * days) * HOUR_MS).toISOString().slice(0, 10);
const lastOf = (day: string): string =>
	new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);

const isDay = ({ dataset }: HTMLInputElement): boolean => dataset.day !== undefined;
const isMonth = ({ dataset }: HTMLInputElement): boolean => dataset.day === "month";
const write = ({ dataset }: HTMLInputElement, day: string): string =>
	slashed(day, dataset.calendar === "western" ? "western" : "roc");

/** Reads what was typed: the day or month, or why it cannot be taken; undefined for an empty field. */
function readIn(field: HTMLInputElement): { day: string } | { problem: string } | undefined {
	const text = field.value.trim();
	if (text === "") return undefined;
	if (isMonth(field)) {
		const day = readMonth(text);
		return day === null ? { problem: "看不懂這個月份，請寫成 115/11 或 2026/11。" } : { day };
	}
	const read = readTyped(text, Number(dayFrom(0).slice(0, 4)));
	if (read?.ambiguous) return { problem: "這樣寫有兩種讀法，請把年份寫完整，例如 115/11/20 或 2026/11/20。" };
	return read ? { day: read.date } : { problem: "看不懂這個日期，或沒有這一天，請寫成 115/11/20 或 2026/11/20。" };
}

/** Returns the shortcuts of a field: those that make sense for the days that it takes. */
function shortcuts(field: HTMLInputElement): [string, string][] {
	const today = dayFrom(0);
	const { days, min = "", max = "9" } = field.dataset;
	if (isMonth(field)) {
		const before = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2, 1)).toISOString();
		return [
			["本月", today.slice(0, 7)],
			["上月", before.slice(0, 7)],
		];
	}
	const all: [string, string, string[]][] = [
		["今天", today, ["past", "future"]],
		["昨天", dayFrom(-1), ["past"]],
		["月底", lastOf(today), ["future"]],
	];
	return all
		.filter(([, day, kinds]) => (days === undefined || kinds.includes(days)) && day >= min && day <= max)
		.map(([label, day]) => [label, day]);
}

function offersOf(field: HTMLInputElement): Offered[] {
	const read = readIn(field);
	const weekday = (day: string) => (isMonth(field) ? "" : `（${weekdayOf(day)}）`);
	const offer = (label: string, day: string): Offered => ({ label, end: `${write(field, day)}${weekday(day)}`, day });
	const isOther = read && "day" in read && write(field, read.day) !== field.value.trim();
	return [
		...(isOther ? [offer("填入", read.day)] : []),
		...shortcuts(field).map(([label, day]) => offer(label, day)),
		{ label: isMonth(field) ? "選月份..." : "日曆...", day: undefined },
	];
}

/** Puts a day into the field, as if it was typed. */
function put(field: HTMLInputElement, day: string): void {
	field.value = write(field, day);
	for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Opens the calendar of the browser under the field. Its own field belongs to no form and goes once a day was picked. */
function pick(field: HTMLInputElement): void {
	const picker = document.createElement("input");
	const read = readIn(field);
	picker.type = isMonth(field) ? "month" : "date";
	picker.className = "day-picker";
	picker.tabIndex = -1;
	picker.setAttribute("aria-label", field.labels?.[0]?.textContent ?? "日期");
	picker.setAttribute("form", "");
	picker.min = field.dataset.min ?? "";
	picker.max = field.dataset.max ?? "";
	picker.value = read && "day" in read ? read.day : "";
	const done = () => {
		picker.remove();
		field.focus();
	};
	picker.addEventListener("change", () => {
		if (picker.value !== "") put(field, picker.value);
		// A date can be typed in the field of the browser, too: each part of it is a change.
		if (document.activeElement !== picker) done();
	});
	picker.addEventListener("keydown", ({ key }) => (key === "Enter" || key === "Escape") && done());
	picker.addEventListener("blur", () => picker.remove());
	field.after(picker);
	picker.focus();
	try {
		picker.showPicker();
	} catch {
		// A browser that opens no calendar by script leaves its own field, in which the day can be chosen.
	}
}

/** Puts a time that was typed behind a day into the field of the time, when that is empty. */
function passClock(field: HTMLInputElement): void {
	const clock = field.nextElementSibling;
	const behind = clockBehind(field.value);
	if (behind && clock instanceof HTMLInputElement && isClock(clock) && clock.value === "")
		putClock(clock, behind.clock);
}

/** Shows a typed day in the calendar of the association; returns what is wrong with it, "" for nothing. */
function settleDay(field: HTMLInputElement): string {
	const read = readIn(field);
	if (!read) return "";
	if ("problem" in read) return read.problem;
	passClock(field);
	field.value = write(field, read.day);
	return "";
}

/** Shows what was typed in one way of writing it, or says what is wrong with it. */
function settle(event: Event): void {
	const field = event.target;
	if (!(field instanceof HTMLInputElement) || !(isDay(field) || isClock(field))) return;
	const problem = isClock(field) ? settleClock(field) : settleDay(field);
	field.setCustomValidity(problem);
	field.toggleAttribute("aria-invalid", false);
	if (problem === "") return;
	field.setAttribute("aria-invalid", "true");
	// Said to screen readers; say.ts stays in the script of every page, which is one file without this one.
	const said = document.getElementById("say");
	if (said) said.textContent = problem;
	// A list does not ask for what it cannot understand.
	event.stopPropagation();
}

const start = combobox<Offered>({
	id: "day-offers",
	label: "日期",
	offersAll: true,
	opensFilled: true,
	find: (_, __, field) => ({ choices: offersOf(field) }),
	take: ({ day }, field) => (day === undefined ? pick(field) : put(field, day)),
});

/** Lets the fields of days, months and times be filled by shortcuts and by the calendar of the browser, once one is touched. */
export function dayFields(): void {
	const touch = (target: EventTarget | null): (() => void) | undefined => {
		if (!(target instanceof HTMLInputElement) || target.role === "combobox") return undefined;
		if (isClock(target)) return startClock(target);
		return isDay(target) ? start(target) : undefined;
	};
	document.addEventListener("focusin", ({ target }) => void touch(target));
	document.addEventListener("change", settle, { capture: true });
	// The click that brought this code is over; a field that was reached by the keyboard stays closed.
	const show = touch(document.activeElement);
	if (document.activeElement?.matches(":hover")) show?.();
}
