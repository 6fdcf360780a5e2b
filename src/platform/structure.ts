import structure from "#dist/structure.json" with { type: "json" };
import type { Structure } from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";

/**
 * Returns the database structure that this build's migrations produce; the build wrote it among the assets
 * (scripts/build-assets.ts).
 */
export async function expectedStructure({ ASSETS }: Pick<Bindings, "ASSETS">): Promise<Structure> {
	// Assets are found by path; the host is a placeholder.
	const answer = await ASSETS.fetch(new URL(structure.path, "https://assets.invalid"));
	if (!answer.ok) throw new Error(`${structure.path} is not among the assets: ${answer.status}`);
	return answer.json<Structure>();
}
