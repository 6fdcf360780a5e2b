import { expect, test } from "vitest";
import { deviceOf } from "#domain/system/sessions/device.ts";
import { limitsFor, pendingText, readPending } from "#domain/system/sessions/rules.ts";

const HOUR = 3_600_000;

test("staff are out after half an hour, members after one, and only members are remembered", () => {
	const staff = { idleMs: HOUR / 2, absoluteMs: 12 * HOUR };
	expect(limitsFor({ isStaff: true, remember: false })).toEqual(staff);
	expect(limitsFor({ isStaff: true, remember: true })).toEqual(staff);
	expect(limitsFor({ isStaff: false, remember: false })).toEqual({ idleMs: HOUR, absoluteMs: 24 * HOUR });
	expect(limitsFor({ isStaff: false, remember: true })).toEqual({ idleMs: 720 * HOUR, absoluteMs: 720 * HOUR });
});

test("a wait for the second factor survives being written down, and nothing else is one", () => {
	const pending = { userId: 12, sessionVersion: 3, remember: true };
	expect(readPending(pendingText(pending))).toEqual(pending);
	expect(readPending(pendingText({ ...pending, remember: false }))).toEqual({ ...pending, remember: false });
	for (const text of ["", "12.3", "12.3.2", "-1.3.0", "12.3.1.1", "a.b.c"]) expect(readPending(text)).toBeUndefined();
});

const WINDOWS =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const IPHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const ANDROID =
	"Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
for (const [agent, words] of [
	[WINDOWS, "Chrome・Windows"],
	[`${WINDOWS} Edg/140.0.0.0`, "Edge・Windows"],
	[IPHONE, "Safari・iPhone"],
	[`${IPHONE} Safari Line/15.8.0`, "LINE・iPhone"],
	[IPHONE.replace("Version/18.5", "CriOS/140.0"), "Chrome・iPhone"],
	[ANDROID, "Samsung 瀏覽器・Android"],
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox・Linux"],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
		"Safari・Mac",
	],
	["curl/8.9", "不明的裝置"],
	["", "不明的裝置"],
	[null, "不明的裝置"],
] as const)
	test(`${words} is ${agent}`, () => expect(deviceOf(agent)).toBe(words));
