import type { Db } from "#db/commit.ts";
import { createField } from "#domain/people/member-fields/actions.ts";
import type { FieldInput } from "#domain/people/member-fields/form.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const { memberFields, members } = paths.admin;
const PICTURE = { filename: "健檢.png", declaredType: "image/png", bytes: REAL.png };

/** A field as its form sends it: plain text for everybody, unless `more` says otherwise. */
export const fieldInput = (name: string, more: Partial<FieldInput> = {}): FieldInput => ({
	...{ name, hint: "", kind: "text", for_whom: "all", seen_by: "view", self: "none", is_special: false, purpose: "" },
	...{ in_list: false, position: 100, new_choices: [] },
	...more,
});
/** The same of special data. */
export const specialInput = (name: string, more: Partial<FieldInput> = {}): FieldInput =>
	fieldInput(name, { seen_by: "sensitive", is_special: true, purpose: "安排合適的服務", ...more });

let made = 0;
export const makeField = (db: Db, input: FieldInput, at = 1): Promise<number> =>
	createField(db, { input, key: `field-${++made}`, by: byOperator(at) });

/** Own fields of several kinds with values of the first member. Returns the addresses of the routes that have a place for one. */
export async function fillMemberFields({ db, env, secrets }: Store, at: number): Promise<Record<string, string[]>> {
	const plain = await makeField(db, fieldInput("興趣", { in_list: true, self: "fills" }), at);
	const several = await makeField(
		db,
		fieldInput("參加的活動", { kind: "choices", new_choices: ["登山", "烘焙"], self: "fills" }),
		at,
	);
	const sealed = await makeField(db, specialInput("過敏原", { self: "fills" }), at);
	const year = await makeField(db, specialInput("發病年", { kind: "year", self: "reads" }), at);
	const file = await makeField(db, fieldInput("健康檢查表", { kind: "file", in_list: true, self: "fills" }), at);
	const uploads = { [`f${file}`]: [PICTURE] };
	const row = await env.DB.prepare("SELECT version FROM members WHERE id = 1").first<{ version: number }>();
	const typed = {
		[`f${plain}`]: "書法",
		[`f${several}`]: "登山",
		[`f${sealed}`]: "花生",
		[`f${year}`]: "2019",
		[`f${sealed}.agree`]: "1",
	};
	await updateMember({ ...env, ...secrets }, db, {
		ref: { id: 1, version: row?.version ?? 1 },
		input: {},
		own: { typed, as: "staff", seesAll: true, files: { bucket: env.FILES, uploads } },
		by: byOperator(at),
	});
	const { consent, memberId } = await ofLogin({ db, env, secrets }, { sealed, file, at });
	return {
		[paths.member.privacy.purposeEnd(":id")]: [paths.member.privacy.purposeEnd(consent)],
		[members.ownFile(":id", ":field")]: [members.ownFile(memberId, file)],
		[paths.member.profile.ownFile(":field")]: [paths.member.profile.ownFile(file)],
		[memberFields.list()]: [memberFields.list(), `${memberFields.list()}?active=0`],
		[memberFields.edit(":id")]: [plain, several, sealed].map((id) => memberFields.edit(id)),
	};
}

/** Writes special data of the member who signs in, to whom they are open; returns the id of the consent. */
async function ofLogin(
	{ db, env, secrets }: Pick<Store, "db" | "env" | "secrets">,
	{ sealed, file, at }: { sealed: number; file: number; at: number },
): Promise<{ consent: number; memberId: number }> {
	const found = await env.DB.prepare(
		"SELECT m.id, m.version FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'member@example.org'",
	).first<{ id: number; version: number }>();
	if (!found) throw new Error("no member signs in");
	await updateMember({ ...env, ...secrets }, db, {
		ref: found,
		input: {},
		own: {
			typed: { [`f${sealed}`]: "蝦蟹", [`f${sealed}.agree`]: "1" },
			as: "staff",
			seesAll: true,
			files: { bucket: env.FILES, uploads: { [`f${file}`]: [PICTURE] } },
		},
		by: byOperator(at),
	});
	const consent = await env.DB.prepare("SELECT max(id) AS id FROM member_field_consents WHERE member_id = ?")
		.bind(found.id)
		.first<number>("id");
	return { consent: consent ?? 0, memberId: found.id };
}

/** A file of the child whose guardian signs in; the address of the route that has a place for it. */
export async function fillChildsFile({ db, env, secrets }: Store, at: number): Promise<Record<string, string[]>> {
	const file = await env.DB.prepare("SELECT max(id) AS id FROM member_fields WHERE kind = 'file'").first<number>("id");
	const child = await env.DB.prepare("SELECT id, version FROM members WHERE name = '郭小安'").first<{
		id: number;
		version: number;
	}>();
	if (!child || !file) throw new Error("no child, or no field of files");
	await updateMember({ ...env, ...secrets }, db, {
		ref: child,
		input: {},
		own: {
			typed: {},
			as: "staff",
			seesAll: true,
			files: { bucket: env.FILES, uploads: { [`f${file}`]: [PICTURE] } },
		},
		by: byOperator(at),
	});
	const { dependent } = paths.member;
	return { [dependent.ownFile(":id", ":field")]: [dependent.ownFile(child.id, file)] };
}
