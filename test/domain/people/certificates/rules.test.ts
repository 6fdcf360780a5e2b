import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	ApprovalForm,
	OTHER_REASON,
	REJECT_REASONS,
	RejectionForm,
	RevocationForm,
	UploadForm,
} from "#domain/people/certificates/form.ts";
import {
	type Application,
	type ApplicationState,
	type Approval,
	CERTIFICATE_STEPS,
	CERTIFICATES,
	counts,
	daysBetween,
	disabilityOf,
	discountOn,
	refuseExpiry,
	refuseFar,
	remindersDue,
	remindersPassed,
	reviewsAs,
	shownOn,
} from "#domain/people/certificates/rules.ts";
import type { DisabilityStatus } from "#domain/people/members/codes.ts";
import { codeOf } from "../../../support/refusal.ts";

const TODAY = "2026-03-05";
const app = (status: ApplicationState, until: string | null = null, isRevoked = false): Application => ({
	status,
	until,
	isRevoked,
});
const caught = async (run: () => void) => {
	try {
		run();
	} catch (error) {
		return codeOf(error);
	}
};

describe("the two values of a member", () => {
	test.each<[string, Application[], DisabilityStatus, Approval | null]>([
		["nothing", [], "not_applied", null],
		["one that waits", [app("pending")], "pending", null],
		["one that was taken back", [app("withdrawn")], "not_applied", null],
		["one that was replaced", [app("replaced"), app("pending")], "pending", null],
		["an approval", [app("approved", "2027-01-01")], "approved", { until: "2027-01-01" }],
		["a renewal", [app("approved", "2027-01-01"), app("pending")], "pending", { until: "2027-01-01" }],
		["a refused renewal", [app("approved", null), app("rejected")], "rejected", { until: null }],
		["a renewal taken back", [app("approved", null), app("withdrawn")], "approved", { until: null }],
		["a new approval", [app("approved", null), app("approved", "2027-01-01")], "approved", { until: "2027-01-01" }],
		["a revocation", [app("rejected", "2027-01-01", true)], "rejected", null],
		["a revoked renewal", [app("approved", null), app("rejected", "2027-01-01", true)], "rejected", null],
		["a renewal of what was revoked", [app("rejected", null, true), app("pending")], "pending", null],
	])("%s", (_, applications, status, approval) => {
		expect(disabilityOf(applications)).toEqual({ status, approval });
	});

	test("an approval counts up to and with its last day, one without end always", () => {
		const approval = { until: TODAY };
		expect([counts(approval, "2026-03-04"), counts(approval, TODAY), counts(approval, "2026-03-06")]).toEqual([
			true,
			true,
			false,
		]);
		expect([counts({ until: null }, "2999-12-31"), counts(null, TODAY)]).toEqual([true, false]);
		expect(discountOn(approval, { today: TODAY, percent: 50 })).toBe(50);
		expect(discountOn(approval, { today: "2026-03-06", percent: 50 })).toBe(0);
		expect(discountOn(null, { today: TODAY, percent: 50 })).toBe(0);
	});

	test("what is shown: an approval that is over is expired, a rejection that ended one a revocation", () => {
		const of = (status: DisabilityStatus, approval: Approval | null, isRevoked = false) =>
			shownOn({ status, approval, isRevoked }, TODAY);
		expect([
			of("not_applied", null),
			of("pending", { until: "2026-03-04" }),
			of("approved", { until: TODAY }),
			of("approved", { until: "2026-03-04" }),
			of("rejected", null),
			of("rejected", null, true),
		]).toEqual(["not_applied", "pending", "approved", "expired", "rejected", "revoked"]);
	});
});

/** A member's certificate as a machine of its own, that knows no list of applications. */
type Model = { status: DisabilityStatus; before: DisabilityStatus; approval: Approval | null };
type Command = { kind: "upload" | "withdraw" | "reject" | "revoke" } | { kind: "approve"; until: string | null };

function follow(model: Model, command: Command): Model {
	const isPending = model.status === "pending";
	switch (command.kind) {
		case "upload":
			return isPending ? model : { ...model, before: model.status, status: "pending" };
		case "withdraw":
			return isPending ? { ...model, status: model.before } : model;
		case "approve":
			return isPending ? { ...model, status: "approved", approval: { until: command.until } } : model;
		case "reject":
			return isPending ? { ...model, status: "rejected" } : model;
		case "revoke":
			if (model.approval === null) return model;
			return { before: "rejected", status: isPending ? "pending" : "rejected", approval: null };
	}
}

/** The same on a list of applications, by the table of steps. */
function take(applications: readonly Application[], command: Command): Application[] {
	const list = [...applications];
	const at = (step: keyof typeof CERTIFICATE_STEPS) => list.findLastIndex((one) => CERTIFICATES.can(step, one.status));
	const move = (step: keyof typeof CERTIFICATE_STEPS, change: Partial<Application> = {}) => {
		const one = list[at(step)];
		if (one) list[at(step)] = { ...one, status: CERTIFICATE_STEPS[step].to, ...change };
	};
	switch (command.kind) {
		case "upload":
			move("replace");
			return [...list, app("pending")];
		case "withdraw":
			move("withdraw");
			return list;
		case "approve":
			move("approve", { until: command.until });
			return list;
		case "reject":
			move("reject");
			return list;
		case "revoke":
			// Only the approval that counts.
			if (disabilityOf(list).approval) move("revoke", { isRevoked: true });
			return list;
	}
}

const day = fc
	.integer({ min: -400, max: 400 })
	.map((n) => new Date(Date.parse(TODAY) + n * 86_400_000).toISOString().slice(0, 10));
const command: fc.Arbitrary<Command> = fc.oneof(
	fc.constantFrom<Command>(
		{ kind: "upload" },
		{ kind: "upload" },
		{ kind: "withdraw" },
		{ kind: "reject" },
		{ kind: "revoke" },
	),
	fc.option(day, { nil: null }).map((until): Command => ({ kind: "approve", until })),
);

test("every sequence of steps gives what the machine says, on every day", () => {
	fc.assert(
		fc.property(fc.array(command, { maxLength: 30 }), day, (commands, today) => {
			let model: Model = { status: "not_applied", before: "not_applied", approval: null };
			let list: Application[] = [];
			for (const one of commands) {
				model = follow(model, one);
				list = take(list, one);
				const value = disabilityOf(list);
				expect(value).toEqual({ status: model.status, approval: model.approval });
				expect(discountOn(value.approval, { today, percent: 50 })).toBe(
					model.approval && (model.approval.until === null || model.approval.until >= today) ? 50 : 0,
				);
				expect(list.filter(({ status }) => status === "pending").length).toBe(model.status === "pending" ? 1 : 0);
			}
		}),
		{ numRuns: 2_000 },
	);
});

test("a step begins only where the table says", async () => {
	for (const step of CERTIFICATES.names)
		for (const status of CERTIFICATES.states)
			expect([step, status, await caught(() => CERTIFICATES.refuse(step, status))]).toEqual([
				step,
				status,
				CERTIFICATES.can(step, status) ? undefined : "certificate.wrong_state",
			]);
});

test("nobody reviews what is theirs, nor in the place of whom it concerns", () => {
	const related = [1, 2, 3];
	expect(reviewsAs({ userId: 9, standsFor: [null] }, related)).toEqual({ onBehalfOf: null });
	for (const userId of related) {
		expect(reviewsAs({ userId, standsFor: [null] }, related)).toBe(undefined);
		expect(reviewsAs({ userId, standsFor: [8] }, related)).toBe(undefined);
		expect(reviewsAs({ userId: 9, standsFor: [userId] }, related)).toBe(undefined);
	}
	expect(reviewsAs({ userId: 9, standsFor: [2, 8] }, related)).toEqual({ onBehalfOf: 8 });
	expect(reviewsAs({ userId: 9, standsFor: [] }, [])).toBe(undefined);
});

test("a last day is today or later, within 20 years", async () => {
	const of = (until: string | null) => caught(() => refuseExpiry(until, TODAY));
	expect(await Promise.all([null, TODAY, "2046-03-05"].map(of))).toEqual([undefined, undefined, undefined]);
	expect(await Promise.all(["2026-03-04", "2046-03-06", "0115-03-05"].map(of))).toEqual(
		Array.from({ length: 3 }, () => "certificate.expiry_refused"),
	);
});

test("a last day more than 5 years away is taken when the reviewer says that it is right", async () => {
	const of = (until: string | null, isKnown = false) => caught(() => refuseFar(until, { today: TODAY, isKnown }));
	expect(await Promise.all([of(null), of("2031-03-05"), of("2031-03-06", true)])).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(await of("2031-03-06")).toBe("certificate.expiry_far");
});

test("reminders: 90 and 60 days before, and the day after the last", () => {
	const due = (days: number) => remindersDue(days);
	expect([due(91), due(90), due(61), due(60), due(0), due(-1)]).toEqual([
		[],
		[90],
		[90],
		[90, 60],
		[90, 60],
		[90, 60, 0],
	]);
	expect(remindersPassed("2026-05-04", TODAY)).toEqual([90, 60]);
	expect([remindersPassed(null, TODAY), remindersPassed("2027-03-05", TODAY)]).toEqual([[], []]);
	expect([daysBetween(TODAY, "2026-06-03"), daysBetween(TODAY, "2026-03-04")]).toEqual([90, -1]);
});

describe("forms", () => {
	const approval = (expiry: string, valid_until?: string) =>
		ApprovalForm.safeParse({ version: "3", expiry, ...(valid_until === undefined ? {} : { valid_until }) });

	const UNEXTENDED = { version: 3, printed: null, isFarKnown: false };
	test("a last day in any style of a date, or none", () => {
		for (const text of ["116/5/31", "民國116年5月31日", "1160531", "2027/5/31", "2027-05-31", "１１６．５．３１"])
			expect([text, approval("date", text).data]).toEqual([text, { ...UNEXTENDED, until: "2027-05-31" }]);
		expect(approval("none", "116/5/31").data).toEqual({ ...UNEXTENDED, until: null });
		expect(approval("none").data).toEqual({ ...UNEXTENDED, until: null });
	});

	test("what is no day, or may be two, is said beside the field", () => {
		const said = (expiry: string, text?: string) =>
			approval(expiry, text).error?.issues.map(({ path, message }) => [path[0], message]);
		expect(said("date", "")).toEqual([["valid_until", "請填寫證明上的有效期限，或選擇「沒有到期日」。"]]);
		expect(said("date", "2027-02-30")).toEqual([["valid_until", "看不懂這個日期，請照證明上的寫法，例如 116/5/31。"]]);
		expect(said("date", "27/5/31")).toEqual([
			[
				"valid_until",
				"「27/5/31」可能是民國27年5月31日，也可能是2027年5月31日，請把年份寫完整，例如 115/11/20 或 2026/11/20。",
			],
		]);
		expect(said("never")).toEqual([["expiry", "請選擇有沒有到期日。"]]);
	});

	test("a rejection has a reason: a common one, one's own words, or both", () => {
		const [blurred] = REJECT_REASONS;
		const of = (reason: string, detail = "") => RejectionForm.safeParse({ version: "1", reason, detail });
		expect(of(blurred).data).toEqual({ version: 1, reason: `${blurred}。` });
		expect(of(blurred, "右下角\r\n看不到").data?.reason).toBe(`${blurred}。\n右下角\n看不到`);
		expect(of(OTHER_REASON, "請改送正本").data?.reason).toBe("請改送正本");
		expect(of(OTHER_REASON, "  \n ").error?.issues.map(({ path }) => path)).toEqual([["detail"]]);
		expect([of("").success, of("自己寫的").success, of(blurred, "長".repeat(501)).success]).toEqual([
			false,
			false,
			false,
		]);
	});

	test("a revocation has a reason; unknown fields are refused; an upload names what it replaces", () => {
		expect(RevocationForm.safeParse({ version: "1", reason: " " }).success).toBe(false);
		expect(RevocationForm.safeParse({ version: "1", reason: "證明是別人的" }).data?.reason).toBe("證明是別人的");
		expect(RevocationForm.safeParse({ version: "1", reason: "a", status: "approved" }).success).toBe(false);
		expect([UploadForm.parse({}).replaces, UploadForm.parse({ replaces: "12.3" }).replaces]).toEqual([
			null,
			{ id: 12, version: 3 },
		]);
		expect(UploadForm.safeParse({ replaces: "12" }).success).toBe(false);
		expect(UploadForm.safeParse({ member_id: "5" }).success).toBe(false);
	});
});
