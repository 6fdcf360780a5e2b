import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { mergeMembers, viewMerge } from "#domain/people/member-merges/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { recordRequest } from "#domain/people/privacy/actions.ts";
import { endOwnConsent } from "#domain/people/privacy/consent-actions.ts";
import { pseudonymise } from "#domain/shell/erasures/actions.ts";
import { makeCopy } from "#domain/shell/personal-copies/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import { RefusalAt } from "#kernel/refusal.ts";
import { upload } from "../../support/files.ts";
import { fieldInput, makeField, specialInput } from "../../support/member-field-rows.ts";
import { member, storedNow } from "../../support/members.ts";
import { REAL } from "../../support/pictures.ts";
import { by, person, rows } from "../../support/users.ts";
import { unzipped } from "../../support/zips.ts";

const db = open(env.DB);
let staff: { id: number };
let plain: number;
let special: number;
const PURPOSE = "申請補助";

beforeAll(async () => {
	staff = await person({ name: "秘書", roles: ["secretary"] });
	plain = await makeField(db, fieldInput("健康檢查表", { kind: "file", in_list: true }));
	special = await makeField(db, specialInput("診斷書", { kind: "file", purpose: PURPOSE }));
});

type Uploads = Record<string, UploadedFile[]>;
const write = async (id: number, uploads: Uploads, typed: Record<string, string> = {}) =>
	updateMember(env, db, {
		ref: await storedNow(id),
		input: {},
		own: { typed, as: "staff", seesAll: true, files: { bucket: env.FILES, uploads } },
		by: by(staff),
	});
const put = (id: number, field = plain, file = upload()) => write(id, { [`f${field}`]: [file] });
const agreed = (id: number) => write(id, { [`f${special}`]: [upload()] }, { [`f${special}.agree`]: "1" });
type Held = { value: string; object_key: string; is_sealed: number; deleted_at: number | null };
const held = (id: number, field = plain) =>
	rows<Held>(
		`SELECT v.value, f.object_key, f.is_sealed, f.deleted_at FROM member_field_values v JOIN files f ON f.id = v.value
		WHERE v.member_id = ? AND v.field_id = ?`,
		id,
		field,
	);
const tokens = (id: number) =>
	rows("SELECT field_id, token FROM member_field_tokens WHERE member_id = ? ORDER BY field_id", id);
const isThere = async (key: string | undefined) => (await env.FILES.head(key ?? "")) !== null;
const errors = (verb: Promise<unknown>) =>
	verb.then(
		() => "done",
		(error: unknown) =>
			error instanceof RefusalAt ? [error.field, error.code] : ((error as { errors?: unknown }).errors ?? error),
	);
const raw = (sql: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run()
		.then(
			() => "done",
			(error: Error) => /[a-z_]+\.[a-z_]+/.exec(error.message)?.[0] ?? error.message,
		);
const insert = (id: number, field: number, value: string) =>
	raw("INSERT INTO member_field_values (member_id, field_id, value, updated_at) VALUES (?, ?, ?, 1)", id, field, value);

test("a file is sealed, another takes its place, and its object goes with it", async () => {
	const { id } = await member();
	await put(id);
	const [first] = await held(id);
	expect(first).toMatchObject({ is_sealed: 1, deleted_at: null });
	const stored = await (await env.FILES.get(first?.object_key ?? ""))?.bytes();
	expect(stored?.length).toBeGreaterThan(REAL.png.length);
	expect(stored?.slice(0, 4)).not.toEqual(REAL.png.slice(0, 4));
	expect(await tokens(id)).toEqual([{ field_id: plain, token: "1" }]);
	await put(id, plain, upload(REAL.jpeg, "王小明的健檢.jpg"));
	const [second] = await held(id);
	expect([await isThere(first?.object_key), await isThere(second?.object_key)]).toEqual([false, true]);
	expect(
		await rows("SELECT filename, deleted_at IS NULL AS is_there FROM files WHERE id = ?", second?.value ?? 0),
	).toEqual([{ filename: "member_field.jpg", is_there: 1 }]);
	// Nothing is sent for it: it stays.
	await write(id, {}, { [`f${plain}`]: "" });
	expect((await held(id))[0]?.value).toBe(second?.value);
	await write(id, {}, { [`f${plain}.empty`]: "1" });
	expect([await held(id), await tokens(id), await isThere(second?.object_key)]).toEqual([[], [], false]);
});

test("what is no file for the field is refused beside it, and nothing is stored", async () => {
	const { id } = await member();
	const f = `f${plain}`;
	const page = new TextEncoder().encode("<!doctype html><script>1</script>");
	expect(await errors(put(id, plain, upload(page, "a.html")))).toEqual([f, "file.type_refused"]);
	expect(await errors(put(id, plain, upload(page, "a.png")))).toEqual([f, "file.type_mismatch"]);
	expect(await errors(put(id, plain, upload(new Uint8Array(0), "a.png")))).toEqual([f, "file.empty"]);
	const large = new Uint8Array(10 * 1024 * 1024 + 1);
	large.set(REAL.png);
	expect(await errors(put(id, plain, upload(large)))).toEqual([f, "file.too_large"]);
	expect(await errors(write(id, { [f]: [upload(), upload()] }))).toEqual({ [f]: ["一個欄位只能放一個檔案。"] });
	expect(await errors(write(id, {}, { [f]: "a.png" }))).toEqual({ [f]: ["請選擇檔案。"] });
	const text = await makeField(db, fieldInput("不是檔案"));
	await expect(write(id, { f9999: [upload()] })).rejects.toThrow("member_field.stale");
	expect(await errors(write(id, { [`f${text}`]: [upload()] }, { [`f${text}`]: "字" }))).toBe("done");
	expect(await held(id)).toEqual([]);
	expect(await rows("SELECT 1 FROM files WHERE subject_type = 'member' AND subject_id = ?", String(id))).toEqual([]);
});

test("a file of special data needs the consent, and ends with it", async () => {
	const { id } = await member();
	expect(await errors(put(id, special))).toEqual({ [`f${special}`]: [expect.stringContaining("同意")] });
	await agreed(id);
	const [file] = await held(id, special);
	expect([file?.is_sealed, await isThere(file?.object_key)]).toEqual([1, true]);
	const ref = await storedNow(id);
	await endOwnConsent(env, db, { ref, purpose: PURPOSE, channel: "paper", by: { ...by(staff), userId: staff.id } });
	expect([await held(id, special), await isThere(file?.object_key)]).toEqual([[], false]);
	expect(await rows("SELECT deleted_at IS NULL AS is_there FROM files WHERE id = ?", file?.value ?? 0)).toEqual([
		{ is_there: 0 },
	]);
});

describe("whoever writes, a file and its value go together", () => {
	test("a value is a sealed file of the member's own", async () => {
		const [one, other] = [(await member()).id, (await member()).id];
		await put(one);
		const [mine] = await held(one);
		const second = await makeField(db, fieldInput("第二個檔案", { kind: "file" }));
		expect(await insert(other, plain, mine?.value ?? "")).toBe("member_field.bad_value");
		expect(await insert(one, second, mine?.value ?? "")).toBe("member_field.bad_value");
		expect(await insert(other, plain, "字")).toBe("member_field.bad_value");
		expect(await insert(other, plain, `0${mine?.value}`)).toBe("member_field.bad_value");
		expect(await insert(other, plain, "999999")).toBe("member_field.bad_value");
		for (const sql of [
			"UPDATE member_field_values SET value = value + 1 WHERE member_id = ?",
			"UPDATE member_field_values SET seal_id = 'x' WHERE member_id = ?",
			"INSERT OR REPLACE INTO member_field_values SELECT id, member_id, field_id, value, NULL, 2 FROM member_field_values WHERE member_id = ?",
			"UPDATE member_fields SET kind = 'text', version = version + 1 WHERE id = (SELECT field_id FROM member_field_values WHERE member_id = ?)",
		])
			expect([sql, await raw(sql, one)]).toEqual([sql, expect.stringMatching(/^member_field\./)]);
		expect(await held(one)).toHaveLength(1);
	});

	test("the end of one is the end of the other", async () => {
		const { id } = await member();
		await put(id);
		const [file] = await held(id);
		await raw("UPDATE files SET deleted_at = 5, version = version + 1 WHERE id = ?", Number(file?.value));
		expect([await held(id), await tokens(id)]).toEqual([[], []]);
		await put(id);
		const [next] = await held(id);
		await raw("DELETE FROM member_field_values WHERE member_id = ?", id);
		expect(await rows("SELECT deleted_at IS NULL AS is_there FROM files WHERE id = ?", next?.value ?? 0)).toEqual([
			{ is_there: 0 },
		]);
	});

	test("of special data no other token than that there is one", async () => {
		const { id } = await member();
		await agreed(id);
		const sql = "INSERT INTO member_field_tokens (field_id, token, member_id) VALUES (?, ?, ?)";
		expect(await raw(sql, special, "診斷", id)).toBe("member_field.bad_value");
		expect(await tokens(id)).toEqual([{ field_id: special, token: "1" }]);
	});
});

test("records of one person become one: staff choose the file, and the other is marked deleted", async () => {
	const [a, b] = [(await member()).id, (await member()).id];
	await put(a);
	await put(b);
	await agreed(b);
	const [[mine], [theirs]] = [await held(a), await held(b)];
	const view = await viewMerge(env, db, { of: { kept: a, other: b }, userId: 0 });
	expect(view?.own.map(({ field, isOpen, kept, other }) => [field.id, isOpen, kept, other])).toEqual([
		[plain, true, "有檔案", "有檔案"],
		[special, false, "", "有檔案"],
	]);
	const [kept, other] = [await storedNow(a), await storedNow(b)];
	await mergeMembers(env, db, { kept, other, picks: {}, own: [plain], by: by(staff) });
	expect((await held(a))[0]?.value).toBe(theirs?.value);
	expect(await tokens(a)).toEqual([
		{ field_id: plain, token: "1" },
		{ field_id: special, token: "1" },
	]);
	expect(await rows("SELECT deleted_at IS NULL AS is_there FROM files WHERE id = ?", mine?.value ?? 0)).toEqual([
		{ is_there: 0 },
	]);
});

test("a copy holds the file, and an erasure leaves neither it nor its object, of merged records too", async () => {
	const [id, other] = [(await member({ status: "resigned" })).id, (await member({ status: "resigned" })).id];
	await agreed(id);
	await put(other);
	await put(id);
	const kept = [...(await held(id)), ...(await held(id, special)), ...(await held(other))];
	const merge = { kept: await storedNow(id), other: await storedNow(other) };
	await mergeMembers(env, db, { ...merge, picks: {}, own: [], by: by(staff) });
	const self = { ...by(staff), userId: staff.id };
	const words = { action: (one: string) => one, links: {} as never, association: "協會" };
	const copy = unzipped(await makeCopy(env, db, { memberId: id, asOwn: false, words, by: self }));
	const names = [...copy.keys()].filter((name) => name.startsWith("自訂欄位"));
	expect(names.map((name) => name.replace(/\d+/, "n")).sort()).toEqual([
		"自訂欄位-n-健康檢查表.png",
		"自訂欄位-n-健康檢查表.png",
		"自訂欄位-n-診斷書.png",
	]);
	expect(copy.get(names[0] ?? "")).toEqual(new Uint8Array(REAL.png));

	const asks = { kind: "deletion", content: "", channel: "paper", receivedOn: "2026-03-01" } as const;
	const second = await person({ name: "第二人", roles: ["secretary"] });
	const requestId = await recordRequest(db, { memberId: id, ...asks, key: crypto.randomUUID(), by: self });
	await pseudonymise(env, db, { ref: await storedNow(id), requestId, by: { ...by(second), userId: second.id } });
	expect([await held(id), await held(id, special), await held(other)]).toEqual([[], [], []]);
	for (const { value, object_key } of kept) {
		expect([value, await isThere(object_key)]).toEqual([value, false]);
		expect(await rows("SELECT filename, deleted_at IS NULL AS is_there FROM files WHERE id = ?", value)).toEqual([
			{ filename: "已去識別化", is_there: 0 },
		]);
	}
});
