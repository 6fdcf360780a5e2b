import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open, prepare } from "#db/commit.ts";
import { countDownload } from "#db/content/document-writes.ts";
import { counted, document } from "../../support/documents.ts";
import { rows } from "../../support/users.ts";

const run = (statement: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(statement)
		.bind(...params)
		.run();
const count = (id: number, number = 1, at = 5) =>
	env.DB.batch(countDownload({ id, number, at }).map((write) => prepare(open(env.DB).$client, write)));

test("a count begins at one, rises by one, and goes with its version alone", async () => {
	const id = await document({ texts: ["one", "two"] });
	const refused = (statement: string) => expect(run(statement)).rejects.toThrow("document.count_is_final");
	await refused(`INSERT INTO document_downloads VALUES (${id}, 1, 2, 1)`);
	await count(id);
	await count(id, 1, 3);
	await count(id, 2);
	expect(await counted(id)).toEqual([
		[1, 2],
		[2, 1],
	]);
	expect(await rows("SELECT last_at FROM document_downloads WHERE document_id = ? AND number = 1", id)).toEqual([
		{ last_at: 5 },
	]);
	const of = `WHERE document_id = ${id} AND number = 1`;
	for (const change of [
		"downloads = 9",
		"downloads = downloads - 1",
		"downloads = downloads",
		"downloads = downloads + 1, last_at = 1",
		"downloads = downloads + 1, number = 2",
	])
		for (const verb of ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"])
			await refused(`${verb} document_downloads SET ${change} ${of}`);
	for (const verb of ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
		await refused(`${verb} INTO document_downloads VALUES (${id}, 1, 1, 1)`);
	await refused(`DELETE FROM document_downloads ${of}`);
	await expect(count(id, 3)).rejects.toThrow("FOREIGN KEY");
	expect(await counted(id)).toEqual([
		[1, 2],
		[2, 1],
	]);
	await run("DELETE FROM document_versions WHERE document_id = ? AND number = 1", id);
	expect(await counted(id)).toEqual([[2, 1]]);
	await run("DELETE FROM documents WHERE id = ?", id);
	expect(await counted(id)).toEqual([]);
});

test("only a restricted document asks for a permission, and never for that of every member", async () => {
	for (const visibility of ["public", "members"] as const)
		await expect(document({ visibility, permission: "ledger.view" })).rejects.toThrow("document.permission_refused");
	await expect(document({ visibility: "restricted", permission: "member.own" })).rejects.toThrow(
		"document.permission_refused",
	);
	const id = await document({ visibility: "restricted", permission: "ledger.view" });
	for (const change of ["visibility = 'members'", "visibility = 'public'", "permission = 'member.own'"])
		for (const verb of ["UPDATE", "UPDATE OR REPLACE"])
			await expect(run(`${verb} documents SET ${change} WHERE id = ${id}`)).rejects.toThrow(
				"document.permission_refused",
			);
	await run("UPDATE documents SET visibility = 'members', permission = NULL WHERE id = ?", id);
});

test("what becomes public is public from the version that it then has", async () => {
	const from = async (id: number) => (await rows("SELECT public_from AS n FROM documents WHERE id = ?", id))[0]?.n;
	const id = await document({ texts: ["one", "two", "three"] });
	expect(await from(id)).toBe(1);
	await run("UPDATE documents SET visibility = 'public' WHERE id = ?", id);
	expect(await from(id)).toBe(3);
	await run("UPDATE documents SET visibility = 'public', title = 'x' WHERE id = ?", id);
	await run("UPDATE documents SET visibility = 'members' WHERE id = ?", id);
	expect(await from(id)).toBe(3);
	const empty = await document({ state: "draft", texts: ["one", "two"] });
	await run("UPDATE documents SET current_version = NULL WHERE id = ?", empty);
	await run("UPDATE documents SET visibility = 'public' WHERE id = ?", empty);
	expect(await from(empty)).toBe(3);
});
