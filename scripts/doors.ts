/**
 * The doors of modules (docs/architecture.md#modules): `index.ts` of a module's folder on a floor, and `actions.ts` on the floor
 * domain. esbuild loads with a door all that it names, so the bundle reads each import of a door as imports of the files behind it.
 */
import { readFileSync } from "node:fs";

const DOOR = /^#(?:admin|db|domain|jobs)\/[a-z]+\/(?:index|actions)\.ts$/;
const IMPORT = /^import (type )?\{([^}]*)\} from "(#[^"]+)";$/gm;
const EXPORT = /^export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from "(#[^"]+)";$/gm;

/** Where a name that a door exports stands: its file, and its name there, or "*" for the whole file. */
type Behind = { file: string; name: string };
/** One name of an import: what the door calls it, what the importing file calls it, and whether only its type is used. */
type Imported = { name: string; as: string; isType: boolean };

const doors = new Map<string, ReadonlyMap<string, Behind>>();

/**
 * Returns the source text of a module in which each import from a door is replaced by imports from the files behind the
 * door. Throws when the door does not export an imported name.
 */
export const throughDoors = (source: string): string =>
	source.replaceAll(IMPORT, (statement, type: string | undefined, names: string, door: string) =>
		DOOR.test(door)
			? namesOf(names)
					.map((each) => direct(door, { ...each, isType: each.isType || type !== undefined }))
					.join("")
			: statement,
	);

function direct(door: string, { name, as, isType }: Imported): string {
	const behind = behindDoor(door).get(name);
	if (!behind) throw new Error(`${door} exports no ${name}`);
	const named = behind.name === "*" ? `* as ${as}` : `{ ${behind.name} as ${as} }`;
	return `import ${isType ? "type " : ""}${named} from "${behind.file}";`;
}

function behindDoor(door: string): ReadonlyMap<string, Behind> {
	const known = doors.get(door);
	if (known) return known;
	const found = new Map<string, Behind>();
	for (const [, names, whole, file = ""] of readFileSync(`src/${door.slice(1)}`, "utf8").matchAll(EXPORT)) {
		if (whole) found.set(whole, { file, name: "*" });
		for (const { name, as } of namesOf(names ?? "")) found.set(as, { file, name });
	}
	doors.set(door, found);
	return found;
}

/** Returns the names between the braces of an import or export. */
const namesOf = (names: string): Imported[] =>
	names
		.split(",")
		.map((each) => each.trim())
		.filter(Boolean)
		.map((each) => {
			const [name = "", as = name] = each.replace(/^type /, "").split(" as ");
			return { name, as, isType: each.startsWith("type ") };
		});
