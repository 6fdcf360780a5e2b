import { describe, expect, test } from "vitest";
import { MergeForm, PairForm } from "#domain/people/member-merges/form.ts";
import { hindranceOf, type Mergeable, partsOf, sidesOf, takenFrom } from "#domain/people/member-merges/rules.ts";
import { input } from "../../../support/member-input.ts";

const record = (given: Partial<Mergeable> = {}): Mergeable => ({
	...input(),
	national_id: null,
	diagnosis_note: null,
	id: 1,
	status: "active",
	status_since: null,
	resolution_no: null,
	resolution_on: null,
	left_on: null,
	guardian_member_id: null,
	second_guardian_id: null,
	user_id: null,
	merged_into: null,
	pseudonymised_at: null,
	dependents: 0,
	is_contact: 0,
	...given,
});
const pair = (kept: Partial<Mergeable>, other: Partial<Mergeable>) => ({
	kept: record(kept),
	other: record({ id: 2, ...other }),
});
/** What is not the same in two records: the state, whose counts, and whether there is a choice. */
const told = (kept: Partial<Mergeable>, other: Partial<Mergeable>) =>
	partsOf(pair(kept, other))
		.filter(({ state }) => state !== "settled")
		.map(({ part, state, side, isForced }) => [part, state, side, isForced]);

describe("the parts of two records", () => {
	test.each([
		["the same", { phone: "0912000111" }, { phone: "0912000111" }, []],
		["empty in the other", { phone: "0912000111", name_en: "Wang" }, {}, []],
		["empty in the kept one", {}, { phone: "0912000111" }, [["phone", "filled", "other", false]]],
		["an empty English name", { name_en: "" }, { name_en: "Wang" }, [["name_en", "filled", "other", false]]],
		["different", { phone: "0912000111" }, { phone: "0912000222" }, [["phone", "differs", "kept", false]]],
		[
			"an address that the other knows more of",
			{ city: "臺北市" },
			{ city: "臺北市", district: "大安區", address: "信義路 1 號" },
			[["address", "filled", "other", false]],
		],
		[
			"an address of each, chosen as a whole",
			{ city: "臺北市", address: "信義路 1 號" },
			{ city: "臺北市", district: "大安區" },
			[["address", "differs", "kept", false]],
		],
		[
			"a national id of each",
			{ national_id: "A123456789" },
			{ national_id: "A800000014" },
			[["national_id", "differs", "kept", false]],
		],
		[
			"a status with its days",
			{ status: "active", status_since: "2020-01-01" },
			{ status: "resigned", status_since: "2026-01-01", left_on: "2025-12-31" },
			[["standing", "differs", "kept", false]],
		],
		[
			"one who died, told by the other",
			{ status: "active" },
			{ status: "deceased" },
			[["standing", "differs", "other", true]],
		],
		[
			"one who died, told by the kept one",
			{ status: "deceased" },
			{ status: "active" },
			[["standing", "differs", "kept", true]],
		],
		["the only login", {}, { user_id: 7 }, [["login", "filled", "other", true]]],
		["a login of each", { user_id: 6 }, { user_id: 7 }, [["login", "differs", "kept", false]]],
		["a guardian", {}, { guardian_member_id: 9 }, [["guardian", "filled", "other", false]]],
		[
			"a guardian of who looks after others",
			{ dependents: 1 },
			{ guardian_member_id: 9 },
			[["guardian", "differs", "kept", true]],
		],
	] as const)("%s", (_, kept, other, expected) => {
		expect(told(kept, other)).toEqual(expected);
	});

	test("take what was chosen, but where there is no choice", () => {
		const two = pair(
			{ phone: "0912000111", email: "a@example.org", status: "deceased" },
			{ phone: "0912000222", email: "b@example.org", line_id: "wang", status: "active" },
		);
		const sides = sidesOf(partsOf(two), { phone: "other", standing: "other", line_id: "kept", name: "other" });
		expect(takenFrom(two, sides)).toEqual({ phone: "0912000222" });
		expect(takenFrom(two, sidesOf(partsOf(two), {}))).toEqual({ line_id: "wang" });
	});
});

test.each([
	["two people", {}, {}, undefined],
	["oneself", { id: 2 }, {}, "member.merge_self"],
	["one that was merged", {}, { merged_into: 5 }, "member.merged"],
	["into one that was merged", { merged_into: 5 }, {}, "member.merged"],
	["one that was pseudonymised", {}, { pseudonymised_at: 5 }, "member.merge_pseudonymised"],
	["into one that was pseudonymised", { pseudonymised_at: 5 }, {}, "member.merge_pseudonymised"],
	["a guardian into the dependent", { guardian_member_id: 2 }, {}, "member.merge_kin"],
	["a dependent into the guardian", {}, { guardian_member_id: 1 }, "member.merge_kin"],
	["one with a number into one without", {}, { member_no: "M0001" }, "member.merge_number"],
	["one without a number into one with", { member_no: "M0001" }, {}, undefined],
	["a number of each", { member_no: "M0001" }, { member_no: "M0002" }, undefined],
	["a guardian into somebody else's dependent", { guardian_member_id: 9 }, { dependents: 2 }, "member.merge_guardian"],
	["somebody else's dependent into a guardian", { dependents: 2 }, { guardian_member_id: 9 }, undefined],
	["a member into a contact", { is_contact: 1 }, {}, "member.is_contact"],
	["a contact into a member", {}, { is_contact: 1 }, undefined],
	["two contacts", { is_contact: 1 }, { is_contact: 1 }, undefined],
	["two of one guardian", { guardian_member_id: 9 }, { guardian_member_id: 9 }, undefined],
] as const)("merging %s: %s", (_, kept, other, expected) => {
	expect(hindranceOf(pair(kept, other))).toBe(expected);
});

describe("the forms", () => {
	const sent = { other: "2", version: "3", other_version: "4" };
	test("of a merge has both versions and the choices, and nothing else", () => {
		expect(MergeForm.parse({ ...sent, pick_phone: "other", pick_login: "kept" })).toEqual({
			other: { id: 2, version: 4 },
			version: 3,
			picks: { phone: "other", login: "kept" },
			own: [],
		});
		expect(MergeForm.parse({ ...sent, pick_f12: "other", pick_f13: "kept" }).own).toEqual([12]);
		for (const wrong of [{ other: "0" }, { other_version: "x" }, { pick_phone: "both" }, { unknown: "1" }])
			expect(MergeForm.safeParse({ ...sent, ...wrong }).success).toBe(false);
	});

	test("of a pair puts the smaller id first, and refuses one record twice", () => {
		expect(PairForm.parse({ a: "9", b: "2" })).toEqual({ pair: { a: 2, b: 9 }, page: 1 });
		expect(PairForm.safeParse({ a: "2", b: "2" }).success).toBe(false);
	});
});
