import assert from "node:assert/strict";
import { approveCertificate, uploadCertificate } from "#domain/people/certificates/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const PICTURE = { filename: "證明.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
const PDF = { filename: "a.pdf", declaredType: "", bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF\n") };

/**
 * A certificate that holds and its renewal that waits, of the member who signs in, and one of a child of theirs. Returns
 * the addresses of the routes that have a place for one.
 */
export async function fillCertificates(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const userId = await idOf(store, "SELECT id FROM users WHERE email = 'member@example.org'");
	const cashier = await idOf(store, "SELECT id FROM users WHERE email = 'cashier@example.org'");
	const memberId = await idOf(store, `SELECT id FROM members WHERE user_id = ${userId}`);
	await store.env.DB.prepare(
		"INSERT INTO members (name, guardian_member_id, status, created_at, updated_at) VALUES ('郭小安', ?1, 'active', ?2, ?2)",
	)
		.bind(memberId, at)
		.run();
	const child = await idOf(store, `SELECT id FROM members WHERE name = '郭小安'`);
	const by = { ...byUser(userId, null, at), userId };
	const send = (of: number, upload: typeof PICTURE, key: string) =>
		uploadCertificate(env, db, { memberId: of, upload, replaces: null, onPaper: false, notice: null, key, by });
	const first = await send(memberId, PICTURE, "certificate-1");
	await approveCertificate(db, {
		ref: { id: first, version: 1 },
		until: new Date(at + 60 * 86_400_000).toISOString().slice(0, 10),
		reviewer: { userId: cashier, standsFor: [null] },
		by: byUser(cashier, null, at),
	});
	const second = await send(memberId, PICTURE, "certificate-2");
	const childs = await send(child, PDF, "certificate-3");
	const { admin, member } = paths;
	return {
		[admin.certificates.show(":id")]: [first, second, childs].map((id) => admin.certificates.show(id)),
		[admin.certificates.file(":id")]: [admin.certificates.file(second)],
		[admin.certificates.create(":id")]: [admin.certificates.create(memberId)],
		[member.dependent.upload(":id")]: [member.dependent.upload(child)],
		[member.certificate.file(":id")]: [member.certificate.file(second)],
	};
}

async function idOf({ env }: Store, statement: string): Promise<number> {
	return (await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
}
