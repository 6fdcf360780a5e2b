import { expect, test } from "vitest";
import { changedFields } from "#domain/system/users/rules.ts";
import { RoleIds, UserInput } from "#domain/system/users/schema.ts";

const wrong = (input: unknown) => {
	const parsed = UserInput.safeParse(input);
	return parsed.success ? parsed.data : parsed.error.issues.map(({ path, message }) => [path.join("."), message]);
};

test("logins are canonical, however they are typed", () => {
	expect(UserInput.parse({ name: " 林怡君 ", email: "Yi.Chun@Example.ORG", phone: "+886 912-345-678" })).toEqual({
		name: "林怡君",
		email: "yi.chun@example.org",
		phone: "0912345678",
	});
	expect(UserInput.parse({ name: "林", email: "", phone: "０９１２３４５６７８" })).toEqual({
		name: "林",
		email: null,
		phone: "0912345678",
	});
});

test("what is wrong is said beside its field", () => {
	const email = ["email", "請輸入電子郵件，例如 name@example.org。"];
	const phone = ["phone", "請輸入手機號碼，例如 0912 345 678。"];
	expect(wrong({ name: "林", email: "林", phone: "02-2345-6789" })).toEqual([email, phone]);
	expect(wrong({ name: "林", email: "0912345678", phone: "a@example.org" })).toEqual([email, phone]);
	expect(wrong({ name: "林", email: " ", phone: "" })).toEqual([["email", "電子郵件和手機號碼請至少填寫一項。"]]);
	expect(wrong({ name: " ", email: "a@example.org", phone: "", status: "active" })).toEqual([
		["name", expect.any(String)],
		["", expect.any(String)],
	]);
});

test("an edit names the fields that it changes, not what stood there", () => {
	const before = { name: "林", email: "a@example.org", phone: null };
	expect(changedFields(before, before)).toEqual([]);
	expect(changedFields(before, { name: "林", email: null, phone: "0912345678" })).toEqual(["email", "phone"]);
});

test("ticked roles", () => {
	expect(RoleIds.parse(["3", "1", "3"])).toEqual([3, 1]);
	expect(RoleIds.safeParse(["admin"]).success).toBe(false);
});
