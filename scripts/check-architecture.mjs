// Fails when a file imports from a folder or a module that it may not import, when files import each other in a circle, or when a
// file is over its size budget (STYLE.md). Prints the measures. Run by `npm run check`.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import {
	BUDGETS,
	BY_HAND,
	DOOR,
	FOLDS,
	IN_SQL,
	LAZY,
	MAY_IMPORT,
	MODULE_ORDER,
	NAMES_FILES,
	NOUN,
	NOUNS,
	ONE_ROAD,
	ONLY_HERE,
} from "./architecture.mjs";

const errors = [];
let byHand = 0;
const lengths = [];
/** The imports of each file, by the file's path. */
const graph = new Map();
/** The imports by `import()`, which load a file when it is used, as "importer imported". */
const onUse = new Set();
for (const name of readdirSync("src", { recursive: true })
	.map((name) => name.replaceAll("\\", "/"))
	.filter((name) => name.endsWith(".ts"))
	.sort()) {
	const file = `src/${name}`;
	const text = checkNamed(file, readFileSync(file, "utf8"));
	const lines = text.split("\n").length - 1;
	lengths.push(lines);
	if (lines > BUDGETS.max) errors.push(`${file}: ${lines} lines (at most ${BUDGETS.max})`);
	graph.set(file, importsOf(file, text));
	for (const [, used] of text.matchAll(/\bimport\("#([^"]+)"\)/g)) onUse.add(`${file} src/${used}`);
	checkImports(file, text);
	checkLazy(file, text);
	for (const [pattern, road] of ONE_ROAD)
		if (file !== road && pattern.test(text)) errors.push(`${file}: ${road} alone writes these rows`);
	checkParameters(file, text);
	checkByHand(file, text);
	checkFields(file, text);
}
for (const file of Object.keys(BY_HAND))
	if (!graph.has(file)) errors.push(`scripts/routes-by-hand.json: ${file} is gone, remove it`);
checkNouns();
const registered = [...graph.keys()].filter((file) => NOUN.test(file));
for (const file of registered)
	if (!NOUNS.includes(NOUN.exec(file).slice(1).join("/"))) errors.push(`${file}: src/nouns.ts does not list it`);
for (const file of graph.keys()) {
	const [, module, noun, what] = IN_SQL.exec(file) ?? [];
	if (!what) continue;
	if (![...graph.keys()].some((other) => other.startsWith(`src/domain/${module}/${noun}/`)))
		errors.push(`${file}: src/domain/${module} has no noun ${noun}`);
	if (!graph.get(`src/db/${what}.ts`).includes(file)) errors.push(`${file}: src/db/${what}.ts does not list it`);
}
const across = checkModules();
checkNounOrder();
for (const circle of circles(graph)) errors.push(`these files import each other in a circle: ${circle.join(", ")}`);

lengths.sort((a, b) => a - b);
const at = (share) => lengths[Math.floor(lengths.length * share)];
if (at(0.5) > BUDGETS.median) errors.push(`the median file has ${at(0.5)} lines (at most ${BUDGETS.median})`);
if (at(0.95) > BUDGETS.p95) errors.push(`one file in twenty has over ${BUDGETS.p95} lines (${at(0.95)})`);

if (errors.length > 0) {
	console.error(errors.join("\n"));
	process.exit(1);
}
const total = lengths.reduce((sum, lines) => sum + lines, 0).toLocaleString("en-US");
console.log(
	`Structure holds: ${lengths.length} files of ${total} lines, median ${at(0.5)}, p95 ${at(0.95)}, longest ${lengths.at(-1)}.`,
);
console.log(`Imports between modules, all through doors and in their order: ${across}; circles: 0.`);
console.log(`Nouns that register themselves in one file: ${NOUNS.length}.`);
console.log(`Pages and changes declared by hand, without a kit: ${byHand}.`);

/**
 * Reports a file that declares another number of pages and actions by hand than the list in scripts/routes-by-hand.json
 * says.
 */
function checkByHand(file, text) {
	if (file.startsWith("src/kits/") || file === "src/auth/route.ts") return;
	const count = text.match(/\b(?:view|action)(?:<[^(]*>)?\(/g)?.length ?? 0;
	const may = BY_HAND[file] ?? 0;
	if (count > may) errors.push(`${file}: ${count} pages and changes by hand (at most ${may}): a kit declares them`);
	if (count < may) errors.push(`scripts/routes-by-hand.json: ${file} has ${count}, not ${may}`);
	byHand += count;
}

/**
 * Reports an input whose number of characters is written by hand: `fieldsOf` (src/kits/form) takes it from the schema of the form,
 * `mostIn` and `mostCharacters` (src/kernel/field-limits.ts) do for an input that is drawn by hand.
 */
function checkFields(file, text) {
	if (file.startsWith("src/kits/") || file.startsWith("src/ui/")) return;
	for (const [written] of text.matchAll(/\bmaxlength[:=](?! ?(?:\$\{)?most(?:In|Characters)\() ?[^\s,}]*/g))
		errors.push(`${file}: ${written} is written by hand; the form's schema says how many characters a field takes`);
}

/**
 * Checks the pages that a noun loads by an `import()`: they must be in its own module or in the shell. Returns the text
 * without these, because they do not count as imports.
 */
function checkNamed(file, text) {
	const [, module] = NOUN.exec(file) ?? [];
	if (!module) return text;
	for (const [, named] of text.matchAll(/import\("([^"]+)"/g))
		if (!named.startsWith(`#admin/${module}/`) && !named.startsWith("#admin/shell/"))
			errors.push(`${file}: its pages stand in src/admin/${module}, or in src/admin/shell`);
	return text.replaceAll('import("', '("');
}

/** Returns the files that a file imports, including imports of types; only files of src. */
function importsOf(file, text) {
	return [...text.matchAll(/(?:from|import)\s*\(?\s*"([#.][^"]+\.ts)"/g)]
		.map(([, from]) => (from.startsWith("#") ? `src/${from.slice(1)}` : posix.join(posix.dirname(file), from)))
		.filter((one) => !one.startsWith("src/dist/"));
}

/** Returns the module of a file; undefined when it belongs to none. */
function moduleOf(file) {
	const [, module] = /^src\/(?:admin|domain|db|jobs)\/([^/]+)\//.exec(file) ?? [];
	return MODULE_ORDER.includes(module) ? module : undefined;
}

/** Reports a noun that has only one file: its code should be part of another noun. */
function checkNouns() {
	const counts = new Map();
	for (const file of graph.keys()) {
		const [noun] = /^src\/domain\/[^/]+\/[^/]+\//.exec(file) ?? [];
		if (noun) counts.set(noun, (counts.get(noun) ?? 0) + 1);
	}
	for (const [noun, count] of counts)
		if (count === 1) errors.push(`${noun}: a noun of one file, which belongs to a neighbour`);
}

/** Checks that modules are entered by their doors and know each other in their order. Returns the imports between modules, the shell's not counted. */
function checkModules() {
	const entries = [...graph].flatMap(([file, imported]) =>
		NAMES_FILES.test(file) ? [] : imported.map((one) => ({ file, one, own: moduleOf(file), other: moduleOf(one) })),
	);
	const across = entries.filter(({ own, other }) => other && own !== other);
	for (const { file, one, own, other } of across) {
		if (!DOOR.test(one) && !onUse.has(`${file} ${one}`))
			errors.push(`${file}: ${one} is entered by the door of ${other}`);
		if (own && MODULE_ORDER.indexOf(other) > MODULE_ORDER.indexOf(own))
			errors.push(`${file}: may not know ${one}, whose module comes after its own`);
	}
	return across.filter(({ own }) => own && own !== "shell").length;
}

/**
 * Checks the nouns of each module in src/domain: one that src/nouns.ts lists imports only those listed before it, and no
 * nouns, listed or not, import each other in a circle.
 */
function checkNounOrder() {
	const nounOf = (file) => /^src\/domain\/([^/]+\/[^/]+)\//.exec(file)?.[1];
	const known = new Map();
	for (const [file, imported] of graph) {
		const own = nounOf(file);
		if (!own) continue;
		const others = imported.map(nounOf).filter((other) => other && other !== own);
		known.set(own, [...(known.get(own) ?? []), ...others]);
		for (const other of others.filter((other) => posix.dirname(other) === posix.dirname(own)))
			if (NOUNS.includes(own) && NOUNS.indexOf(other) > NOUNS.indexOf(own))
				errors.push(`${file}: ${own} may not know ${other}, which src/nouns.ts lists after it`);
	}
	for (const circle of circles(known)) errors.push(`these nouns import each other in a circle: ${circle.join(", ")}`);
}

/** Returns the groups of files (or nouns) that import each other in a circle (Tarjan's strongly connected components). */
function circles(graph) {
	const seen = new Map();
	const low = new Map();
	const stack = [];
	const found = [];
	const visit = (file) => {
		seen.set(file, seen.size);
		low.set(file, seen.get(file));
		stack.push(file);
		for (const next of graph.get(file) ?? []) {
			if (!graph.has(next)) continue;
			if (!seen.has(next)) visit(next);
			if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
		}
		if (low.get(file) !== seen.get(file)) return;
		const group = stack.splice(stack.indexOf(file));
		if (group.length > 1) found.push(group.sort());
	};
	for (const file of graph.keys()) if (!seen.has(file)) visit(file);
	return found;
}

function checkImports(file, text) {
	const [, may] = MAY_IMPORT.find(([files]) => files.test(file)) ?? [];
	if (!may) errors.push(`${file}: no rule for its folder in scripts/check-architecture.mjs`);
	for (const [, from] of text.matchAll(/(?:from |import |import\()"([^"]+)"/g)) {
		const isNear = from.startsWith("./") && !from.slice(2).includes("/");
		const own = isNear ? `${posix.dirname(file)}/${from.slice(2)}`.slice("src/".length) : from.slice(1);
		if (from.startsWith("#") || isNear) checkImport(file, own, may);
		else if (from.startsWith(".")) errors.push(`${file}: import ${from} by its #name`);
		for (const [pkg, files] of ONLY_HERE)
			if (pkg.test(from) && !files.test(file)) errors.push(`${file}: ${from} belongs in ${files.source}`);
	}
}

/** Reports an import that the rules do not allow; `imported` is a path below src. */
function checkImport(file, imported, may) {
	const isFold = FOLDS.test(imported) && !file.startsWith("src/kernel/") && !NOUN.test(file);
	if (may && !isFold && !may.test(imported)) errors.push(`${file}: may not import #${imported}`);
}

function checkLazy(file, text) {
	if (file.startsWith("src/domain/content/content/")) return;
	for (const [, lazy] of text.matchAll(LAZY)) errors.push(`${file}: load #${lazy} on use, by await import`);
}

function checkParameters(file, text) {
	for (const [, name, parameters] of text.matchAll(/function (\w+)(?:<[^(]*>)?\(([^()]*)\)/g)) {
		let flat = parameters.replaceAll("=>", "");
		for (let last = ""; last !== flat; flat = flat.replace(/[{<][^{}<>]*[}>]/g, "")) last = flat;
		const count = flat.split(",").filter((one) => one.trim()).length;
		if (count > BUDGETS.positional)
			errors.push(`${file}: ${name} takes ${count} parameters (at most ${BUDGETS.positional})`);
	}
}
