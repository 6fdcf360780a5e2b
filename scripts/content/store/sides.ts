import type { z } from "zod";
import { ImportRow, PartRow, READS, readRows } from "./rows.ts";
import { type Resource, rowKey, type StoredRow } from "./stored.ts";

/** The data about texts that other tables hold. */
export type Sides = {
	/** The rows of every text for which `source` was called. */
	rows: Map<string, StoredRow>;
	/** Returns where a text came from: the source recorded by its import, or `own`, made unique. */
	source: (resource: Resource, row: { id: number; version: number; is_covered?: number }, own: string) => string;
	/** Returns the earlier slugs of a text, or the slugs of an article's categories or tags; sorted. */
	values: (of: Resource | "categories" | "tags", id: number) => string[];
	/** Returns the files offered beside a text, in order. */
	files: (resource: Resource, id: number) => { id: string; description: string }[];
};

export async function openSides(db: D1Database): Promise<Sides> {
	const imports = await readRows(db, ImportRow, READS.imports);
	const terms = grouped(await readRows(db, PartRow, READS.terms));
	const history = grouped(await readRows(db, PartRow, READS.history));
	const uses = grouped(await readRows(db, PartRow, READS.uses));
	const byText = new Map(imports.map((row) => [`${row.resource} ${row.resource_id}`, row]));
	const given = new Set(imports.map(({ resource, source }) => rowKey(resource, source)));
	const rows = new Map<string, StoredRow>();
	return {
		rows,
		source: (resource, { id, version, is_covered }, own) => {
			const imported = byText.get(`${resource} ${id}`);
			const source = imported?.source ?? firstFree(resource, own, given);
			given.add(rowKey(resource, source));
			rows.set(rowKey(resource, source), {
				id,
				version,
				imported: imported ? { hash: imported.hash, version: imported.version } : null,
				...(is_covered === 1 && { isCovered: true }),
			});
			return source;
		},
		values: (of, id) => {
			const from = of === "categories" || of === "tags" ? terms : history;
			return (from.get(`${of} ${id}`) ?? []).map(({ value }) => value).sort();
		},
		files: (resource, id) =>
			(uses.get(`${resource} ${id}`) ?? []).map(({ value, extra }) => ({ id: value, description: extra })),
	};
}

function firstFree(resource: Resource, own: string, given: Set<string>): string {
	for (let number = 1; ; number++) {
		const source = number === 1 ? own : own.replace(/\.md$/, `~${number}.md`);
		if (!given.has(rowKey(resource, source))) return source;
	}
}

function grouped(parts: z.infer<typeof PartRow>[]): Map<string, z.infer<typeof PartRow>[]> {
	const groups = new Map<string, z.infer<typeof PartRow>[]>();
	for (const part of parts) {
		const key = `${part.resource} ${part.resource_id}`;
		groups.set(key, [...(groups.get(key) ?? []), part]);
	}
	return groups;
}
