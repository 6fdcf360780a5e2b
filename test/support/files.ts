import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import type { Purpose } from "#domain/system/files/purposes.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import type { By } from "#kernel/by.ts";
import { insert } from "./content.ts";
import { REAL } from "./pictures.ts";

export const db = open(env.DB);
export const NOW = Date.UTC(2026, 10, 21);
/** A user who uploads; `at` is the test's time. */
export const by: By = { actor: "user:7", userId: 7, ip: "192.0.2.7", at: NOW };

/** The user of `by`. */
export const insertUploader = (): Promise<void> =>
	insert("users", { id: 7, name: "測試", email: "files@example.org", created_at: 1, updated_at: 1 });

export const upload = (bytes: Uint8Array = REAL.png, filename = "a.png"): UploadedFile => ({
	filename,
	declaredType: "",
	bytes,
});

/** A stored picture. */
export const store = (purpose: Purpose, at = NOW) =>
	storeFile(env, db, { purpose, upload: upload(), by: { ...by, at } });

/** The audit log of files since `after`, as one line each. */
export async function audited(after = 0): Promise<string[]> {
	const { results } = await env.DB.prepare(
		`SELECT action || ' ' || auditable_id || ' ' || description || ' ' || actor || ' ' || coalesce(ip_address, '-') AS line
		FROM audit_log WHERE auditable_type = 'file' AND at >= ?1 ORDER BY id`,
	)
		.bind(after)
		.all<{ line: string }>();
	return results.map(({ line }) => line);
}
