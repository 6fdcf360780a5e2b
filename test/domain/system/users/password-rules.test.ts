import { expect, test } from "vitest";
import { insistOnPassword, type Owner } from "#domain/system/users/password-rules.ts";
import { codeOf } from "../../../support/refusal.ts";

const OWNER: Owner = {
	name: "陳小明",
	email: "xiaoming.chen@mingjia.tw",
	phone: "0937248165",
	association: "晨光關懷聯盟",
	isStaff: false,
	hasSecondFactor: false,
};
function told(password: string, owner: Partial<Owner> = {}): unknown {
	try {
		insistOnPassword(password, { ...OWNER, ...owner });
		return "fine";
	} catch (error) {
		return codeOf(error);
	}
}

for (const password of [
	"demo-association-2026",
	"correct tree lamp river",
	"紅茶拿鐵去冰不要吸管加珍珠",
	"zT7#kq9vPm2x",
	"        x q z w v u",
	"happy river walks at 0512",
	"我家的貓名字叫豆漿喔喜歡睡覺",
	"😀🐢🍎🚗🌧🎈🧊🎻🥟🍵🏔🚲",
])
	test(`fine: ${password}`, () => expect(told(password)).toBe("fine"));

for (const password of [
	"password1234",
	"Password123456",
	"P A S S W O R D - 1 2 3 4",
	"passw0rd2026!",
	"123456789012",
	"098765432109",
	"qwertyuiop[]",
	"1qaz2wsx3edc4rfv",
	"aaaaaaaaaaaaaaa",
	"121212121212",
	"abcabcabcabc",
	"!@#$%^&*()!@#$",
	"iloveyou5201314",
	"ji32k7au4a83",
	"ji394su3520520",
	"我的密碼我的密碼我的密碼",
	"台灣台灣台灣20262026",
	"ｐａｓｓｗｏｒｄ１２３４",
	"1q2w3e4r5t6y",
	"letmein letmein",
	"taipei101taipei",
])
	test(`common: ${password}`, () => expect(told(password)).toBe("password.common"));

for (const password of [
	"xiaoming.chen2026",
	"0937248165abc",
	"937-248-165 tw!!",
	"我是陳小明 陳小明 陳小明",
	"12345678 xiaoming",
	"晨光關懷聯盟晨光關懷聯盟",
	"陳小明0937248165",
	"mingjia chen 1990",
])
	test(`about its owner: ${password}`, () => expect(told(password)).toBe("password.personal"));

test("another's name is nothing to their password", () => {
	const stranger = { name: "林大同", email: null, phone: null, association: "其他團體" };
	expect(told("陳小明陳曉明晨光關懷聯盟晨", stranger)).toBe("fine");
});

test("twelve to 128 characters, not bytes, counted after NFKC", () => {
	const signs = "柚檸橘柑橙莓梨桃李杏梅柿棗蕉瓜";
	expect([told(signs.slice(0, 11)), told(signs.slice(0, 12))]).toEqual(["password.too_short", "fine"]);
	expect([told("🐢🍎🚗🌧🎈🧊🎻🥟🍵🏔🚲"), told("")]).toEqual(["password.too_short", "password.too_short"]);
	const long = signs.repeat(10);
	expect([told(long.slice(0, 128)), told(long.slice(0, 129))]).toEqual(["fine", "password.too_long"]);
	// One ligature is two characters once it is normal.
	expect(told("ﬁ".repeat(65))).toBe("password.too_long");
});

test("staff need fifteen characters until they have a second factor", () => {
	const [twelve, fifteen] = ["柚檸橘柑橙莓梨桃李杏梅柿", "柚檸橘柑橙莓梨桃李杏梅柿棗蕉瓜"];
	expect(told(twelve, { isStaff: true })).toBe("password.too_short_for_staff");
	expect(told(twelve, { isStaff: true, hasSecondFactor: true })).toBe("fine");
	expect(told(fifteen, { isStaff: true })).toBe("fine");
});
