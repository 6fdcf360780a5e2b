/** Children in the application form: announced, corrected, handed over once when it is accepted, gone when it is not. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { mergeMembers } from "#domain/people/member-merges/actions.ts";
import { CONSENT_TEXTS } from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import {
	apply,
	childFields,
	correct,
	decide,
	dependentsOf,
	RESOLUTION,
	recordOf,
	run,
	waitingOf,
	withdraw,
} from "../support/announced.ts";
import { by, member, storedNow } from "../support/members.ts";
import { fieldValue, page, shown } from "../support/pages.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { applicationForm, errorsBeside, wordsOf } from "../support/profiles.ts";
import { auditOf, person, rows } from "../support/users.ts";

const { application, home, profile } = paths.member;
const { admin } = paths;
const db = open(env.DB);
const ONE = { name: "石小宇", birth_date: "2018-05-06", gender: "male" };
const TWO = { name: "石小安", birth_date: "2020-02-03" };
let clerk: Person;
let parent: Person;
let phone: string;
let count = 0;
beforeAll(async () => {
	clerk = await signIn({ name: "林書瑜", roles: ["secretary"] });
});
beforeEach(async () => {
	count += 1;
	phone = `0934${String(count).padStart(4, "0")}00`;
	parent = await signIn({ name: "石媽媽" });
});
const mine = () => ({ name: `石媽媽${count}`, phone });
const requestId = async () =>
	(await rows<{ id: number }>("SELECT id FROM link_requests WHERE user_id = ? AND status = 'open'", parent.userId))[0]
		?.id ?? 0;
const decideLink = async (form: Record<string, string>) =>
	ask(admin.members.links.decision(await requestId()), { as: clerk, form: { version: "1", ...form } });
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe("the form, without a script", () => {
	test("one more set of fields, one less, and nothing that was typed is lost", async () => {
		const fresh = await page(profile.create(), parent);
		expect([fieldValue(fresh, "sets"), fieldValue(fresh, "child1_name")]).toEqual(["0", undefined]);
		const typed = applicationForm({ ...mine(), ...childFields([]), line_id: "typed-by-me" });
		const more = await shown(await ask(profile.store(), { as: parent, form: { ...typed, step: "more" } }));
		expect([more.status, fieldValue(more, "child1_name"), fieldValue(more, "line_id")]).toEqual([
			200,
			"",
			"typed-by-me",
		]);
		const two = { ...typed, ...childFields([ONE, TWO]), sets: "3" };
		const less = await shown(await ask(profile.store(), { as: parent, form: { ...two, step: "drop.1" } }));
		expect([less.status, fieldValue(less, "sets"), fieldValue(less, "child1_name")]).toEqual([200, "2", TWO.name]);
		expect(fieldValue(less, "child1_birth_date")).toBe(TWO.birth_date);
		const full = { ...typed, sets: "6", step: "more" };
		expect(fieldValue(await shown(await ask(profile.store(), { as: parent, form: full })), "sets")).toBe("6");
		expect([await waitingOf(parent), await recordOf(parent)]).toEqual([[], 0]);
	});

	test.each([
		["without a birthday", { child1_birth_date: "" }, "child1_birth_date", "請填寫孩子的生日"],
		["without a name", { child1_name: "" }, "child1_name", "請填寫孩子的姓名"],
		["of age", { child1_birth_date: "1990-01-01" }, "child1_birth_date", "請本人自己申請入會"],
		["not born yet", { child1_birth_date: "2099-01-01" }, "child1_birth_date", "不能在今天之後"],
		[
			"in two readings",
			{ child1_birth_date: "12/3/5" },
			"child1_birth_date",
			"可能是民國12年3月5日，也可能是2012年3月5日",
		],
		["without the consent", { consent_children: "" }, "consent_children", "請勾選同意"],
		["with a sex that is none", { child1_gender: "x" }, "child1_gender", "請從選項中選擇"],
	])("a child %s is refused beside its field, and nothing is stored", async (_, wrong, field, words) => {
		const answer = await shown(await apply(parent, { ...mine(), ...childFields([ONE]), ...wrong }));
		const errors = errorsBeside(answer.elements);
		expect([answer.status, Object.keys(errors)]).toEqual([422, [field]]);
		expect(errors[field]).toContain(words);
		expect([fieldValue(answer, "child1_gender"), await waitingOf(parent), await recordOf(parent)]).toEqual([
			undefined,
			[],
			0,
		]);
	});

	test("the same child twice, a child of staff, a consent to another text, and a foreign field are refused", async () => {
		const twice = await shown(await apply(parent, mine(), [ONE, { ...ONE, gender: "" }]));
		expect([twice.status, errorsBeside(twice.elements).child2_name]).toEqual([
			422,
			expect.stringContaining("填了兩次"),
		]);
		const old = await apply(parent, { ...mine(), ...childFields([ONE]), children_version: "1999-01" });
		expect(old.status).not.toBe(303);
		expect((await apply(parent, { ...mine(), child7_name: "第七位" })).status).toBe(422);
		expect((await apply(clerk, mine(), [ONE])).status).not.toBe(303);
		expect([await waitingOf(parent), await recordOf(parent), await recordOf(clerk)]).toEqual([[], 0, 0]);
	});

	test("a set that was left empty is no child", async () => {
		const answer = await apply(parent, { ...mine(), ...childFields([ONE]), sets: "3", child2_name: "  " });
		expect([answer.status, names(await waitingOf(parent))]).toEqual([303, [ONE.name]]);
	});
});

describe("an application that is a record", () => {
	test("shows its children, lets them be corrected, and is accepted with each once", async () => {
		await apply(parent, mine(), [ONE]);
		const sent = wordsOf((await page(home(), parent)).html);
		expect(sent).toContain("孩子 石小宇　2018年5月6日　男");
		const id = await recordOf(parent);
		expect([await dependentsOf(id), (await page(admin.members.applications(), clerk)).html]).toEqual([
			[],
			expect.stringContaining("一起申請的孩子：石小宇"),
		]);
		const first = await rows(
			"SELECT text_version, agreed_at FROM application_children WHERE user_id = ?",
			parent.userId,
		);
		expect((await correct(parent, mine(), [TWO, ONE])).status).toBe(303);
		expect(names(await waitingOf(parent))).toEqual([TWO.name, ONE.name]);
		expect(
			await rows(
				"SELECT text_version, agreed_at FROM application_children WHERE user_id = ? AND name = ?",
				...[parent.userId, ONE.name],
			),
		).toEqual(first);
		expect(wordsOf((await page(admin.members.step(id, "approval"), clerk)).html)).toMatch(/2 位孩子各自成為.*石小安/);
		expect((await decide(clerk, id, "approval")).status).toBe(303);
		const made = await dependentsOf(id);
		expect([names(made), made.map(({ status }) => status)]).toEqual([
			[TWO.name, ONE.name],
			["applied", "applied"],
		]);
		expect(await waitingOf(parent)).toEqual([]);
		for (const { id: child } of made) {
			expect(
				await rows("SELECT kind, text_version, given, by_user_id FROM consents WHERE member_id = ?", child),
			).toEqual([
				{
					kind: "personal_data",
					text_version: CONSENT_TEXTS.personal_data.version,
					given: 1,
					by_user_id: parent.userId,
				},
			]);
			expect(await rows("SELECT guardian_id, opened_how FROM guardianships WHERE member_id = ?", child)).toEqual([
				{ guardian_id: id, opened_how: "handed_in" },
			]);
			expect((await auditOf("member", child)).map(({ action }) => action)).toEqual(["member.create"]);
			expect((await ask(paths.member.dependent.show(child), { as: parent })).status).toBe(200);
			expect((await decide(clerk, child, "approval")).status).toBe(303);
		}
		expect((await dependentsOf(id)).map(({ status }) => status)).toEqual(["awaiting_payment", "awaiting_payment"]);
		// No personal value of a child in the log.
		const log = await rows<{ changes: string }>("SELECT changes || description AS changes FROM audit_log");
		expect(log.some(({ changes }) => changes.includes("石小"))).toBe(false);
	});

	test.each([
		["declined", (id: number) => decide(clerk, id, "refusal")],
		["taken back", () => withdraw(parent)],
		["declined by plain SQL", (id: number) => run("UPDATE members SET status = 'declined' WHERE id = ?", id)],
		["without its login", (id: number) => run("UPDATE members SET user_id = NULL WHERE id = ?", id)],
	])("%s: no child is left", async (_, ends) => {
		await apply(parent, mine(), [ONE, TWO]);
		const id = await recordOf(parent);
		await ends(id);
		expect([await waitingOf(parent), await dependentsOf(id)]).toEqual([[], []]);
		expect(await rows("SELECT id FROM members WHERE name = ? AND guardian_member_id = ?", ONE.name, id)).toEqual([]);
	});

	test("whoever approves, plain SQL too, two at once: each child once", async () => {
		await apply(parent, mine(), [ONE]);
		const id = await recordOf(parent);
		const { version } = await storedNow(id);
		const form = { version: String(version), ...RESOLUTION };
		const both = await Promise.all(
			[clerk, await signIn({ roles: ["chair"] })].map((as) => ask(admin.members.step(id, "approval"), { as, form })),
		);
		expect(both.map(({ status }) => status).toSorted()).not.toEqual([303, 303]);
		expect(names(await dependentsOf(id))).toEqual([ONE.name]);
		await run("UPDATE members SET status = 'active' WHERE id = ?", id);
		expect(names(await dependentsOf(id))).toEqual([ONE.name]);

		parent = await signIn({ name: "石爸爸" });
		count += 1;
		phone = `0935${String(count).padStart(4, "0")}00`;
		await apply(parent, mine(), [TWO]);
		const other = await recordOf(parent);
		await run("UPDATE members SET status = 'active', member_no = ? WHERE id = ?", `Z${count}`, other);
		expect([names(await dependentsOf(other)), await waitingOf(parent)]).toEqual([[TWO.name], []]);
	});

	test("several approved in one press: each child has its own parent", async () => {
		const ids: number[] = [];
		for (const child of [ONE, TWO]) {
			parent = await signIn({ name: "石媽媽" });
			count += 1;
			phone = `0935${String(count).padStart(4, "0")}00`;
			await apply(parent, mine(), [child]);
			ids.push(await recordOf(parent));
		}
		const refs = await Promise.all(ids.map(async (id) => `${id}:${(await storedNow(id)).version}`));
		const answer = await ask(admin.members.applications(), { as: clerk, form: { ids: refs, ...RESOLUTION } });
		expect(answer.status).toBe(303);
		expect(await Promise.all(ids.map(async (id) => names(await dependentsOf(id))))).toEqual([[ONE.name], [TWO.name]]);
	});

	test("a record with a guardian of its own is not accepted with children, and the sentence says what to do", async () => {
		await apply(parent, mine(), [ONE]);
		const id = await recordOf(parent);
		const guardian = await member({ name: "阿公", status: "active" });
		await run("UPDATE members SET guardian_member_id = ? WHERE id = ?", guardian.id, id);
		const answer = await shown(await decide(clerk, id, "approval"));
		expect([answer.status, answer.html.includes("這位會員自己有監護人"), (await storedNow(id)).status]).toEqual([
			422,
			true,
			"applied",
		]);
	});

	test("it is merged into another record: its children become that one's", async () => {
		const kept = await member({ name: "石媽媽", status: "active" });
		await apply(parent, mine(), [ONE]);
		const id = await recordOf(parent);
		const secretary = await person({ roles: ["secretary"] });
		await mergeMembers(env, db, { kept, other: await storedNow(id), picks: {}, by: by(secretary) });
		expect([names(await dependentsOf(kept.id)), await waitingOf(parent)]).toEqual([[ONE.name], []]);
	});

	test("staff are told of a record like the child's, the applicant is not", async () => {
		const there = await member({ ...ONE, gender: "male", status: "active", phone: "0912999888" });
		const sent = await apply(parent, mine(), [ONE]);
		expect([sent.status, (await page(home(), parent)).html.includes("名冊")]).toEqual([303, false]);
		const id = await recordOf(parent);
		for (const path of [admin.members.show(id), admin.members.step(id, "approval")]) {
			const { html } = await page(path, clerk);
			expect([path, html.includes("名冊上可能已有"), html.includes(`href="${admin.members.show(there.id)}"`)]).toEqual([
				path,
				true,
				true,
			]);
		}
		expect((await page(admin.members.applications(), clerk)).html).toContain("石小宇（名冊上可能已有）");
		expect((await page(admin.members.applications(), await signIn({ roles: ["chair"] }))).status).toBe(200);
	});

	test("what was changed in another tab meanwhile is shown, not overwritten", async () => {
		await apply(parent, mine(), [ONE]);
		const there = await page(application.edit(), parent);
		await correct(parent, mine(), [{ ...ONE, name: "石小雨" }]);
		const { consent_personal: _, personal_version: _p, _key, ...fields } = applicationForm(mine());
		const seen = {
			version: fieldValue(there, "version") ?? "",
			base: (fieldValue(there, "base") ?? "").replaceAll("&quot;", '"'),
		};
		const late = { ...fields, ...childFields([{ ...ONE, name: "石小羽" }]), ...seen };
		const answer = await shown(await ask(application.edit(), { as: parent, form: late }));
		expect([answer.status, wordsOf(answer.html)]).toEqual([409, expect.stringMatching(/第 1 位孩子的姓名.*羽.*雨/)]);
		expect(names(await waitingOf(parent))).toEqual(["石小雨"]);
	});
});

describe("an application that is a request to be linked", () => {
	test("linked: its children are the record's, once, though one of them is there already", async () => {
		const known = await member({ name: "名冊上的人", phone, status: "active" });
		await member({ ...TWO, guardianId: known.id, status: "active" });
		await apply(parent, mine(), [ONE, TWO]);
		const shownToStaff = (await page(admin.members.links.show(await requestId()), clerk)).html;
		expect([shownToStaff.includes(ONE.name), shownToStaff.includes("名冊上可能已有")]).toEqual([true, true]);
		const now = await storedNow(known.id);
		const link = { decision: "link", member_id: String(known.id), member_version: String(now.version) };
		expect((await decideLink(link)).status).toBe(303);
		expect([names(await dependentsOf(known.id)), await waitingOf(parent)]).toEqual([[TWO.name, ONE.name], []]);
		const [, made = { id: 0 }] = await dependentsOf(known.id);
		expect((await auditOf("member", made.id)).map(({ action }) => action)).toEqual(["member.create"]);
	});

	test("linked to a record that waits: they wait on, and come with its acceptance", async () => {
		const known = await member({ name: "名冊上的人", phone });
		await apply(parent, mine(), [ONE]);
		const now = await storedNow(known.id);
		await decideLink({ decision: "link", member_id: String(known.id), member_version: String(now.version) });
		expect([await dependentsOf(known.id), names(await waitingOf(parent))]).toEqual([[], [ONE.name]]);
		await decide(clerk, known.id, "approval");
		expect([names(await dependentsOf(known.id)), await waitingOf(parent)]).toEqual([[ONE.name], []]);
	});

	test("made a new record: they wait on with it; refused or taken back: they are gone", async () => {
		await member({ name: "名冊上的人", phone });
		await apply(parent, mine(), [ONE]);
		expect((await decideLink({ decision: "create" })).status).toBe(303);
		const id = await recordOf(parent);
		expect([names(await waitingOf(parent)), await dependentsOf(id)]).toEqual([[ONE.name], []]);
		await decide(clerk, id, "approval");
		expect(names(await dependentsOf(id))).toEqual([ONE.name]);
		for (const ends of [() => decideLink({ decision: "refuse", reason: "請補正" }), () => withdraw(parent)]) {
			parent = await signIn({ name: "石媽媽" });
			await apply(parent, mine(), [ONE]);
			expect([(await requestId()) > 0, names(await waitingOf(parent))]).toEqual([true, [ONE.name]]);
			await ends();
			expect(await waitingOf(parent)).toEqual([]);
		}
	});

	test("a record that gives way to a request keeps its children waiting", async () => {
		await member({ name: "名冊上的人", phone: "0977666444" });
		await apply(parent, mine(), [ONE]);
		await correct(parent, { ...mine(), phone: "0977666444" }, [ONE, TWO]);
		expect([(await requestId()) > 0, names(await waitingOf(parent))]).toEqual([true, [ONE.name, TWO.name]]);
	});
});

describe("the database", () => {
	const INSERT = `INSERT INTO application_children (user_id, name, birth_date, text_version, agreed_at) VALUES (?, ?, '2018-05-06', '2026-12', 1)`;
	const refused = (verb: Promise<unknown>) =>
		verb.then(
			() => "nothing",
			(error: Error) => /[a-z_]+\.[a-z_]+(?=: SQLITE)|UNIQUE|CHECK/.exec(error.message)?.[0],
		);
	test("takes children of waiting applications alone, six at most, none twice, and never changes one", async () => {
		expect(await refused(run(INSERT, parent.userId, "甲"))).toBe("application.not_waiting");
		await apply(parent, mine(), [ONE]);
		expect(await refused(run(INSERT, parent.userId, ONE.name))).toBe("UNIQUE");
		for (const name of ["乙", "丙", "丁", "戊", "己"]) await run(INSERT, parent.userId, name);
		expect(await refused(run(INSERT, parent.userId, "庚"))).toBe("member.children_wait");
		expect(await refused(run("UPDATE application_children SET name = '辛' WHERE user_id = ?", parent.userId))).toBe(
			"application.not_waiting",
		);
		await decide(clerk, await recordOf(parent), "approval");
		expect(await refused(run(INSERT, parent.userId, "壬"))).toBe("application.not_waiting");
	});
});
