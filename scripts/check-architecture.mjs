// Fails when a file imports from a folder or a module it may not know, when files import each other in a circle, or when one
// outgrows its budget (STYLE.md). Prints the measures. Run by `npm run check`.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** The modules in their order: each may know those before it. The shell (menu, dashboard, search, what acts on everything) knows all. */
const MODULES = ["system", "content", "people", "books", "money", "office", "shell"];
const MODULE = `(?:${MODULES.join("|")})`;

/** Pure code: the kernel, and everything of a noun but its actions. */
const PURE = String.raw`(kernel/[^/]+\.ts|domain/${MODULE}/(?:[^/]+\.ts|[^/]+/(?!actions)(?:[^/]+/)?[^/]+\.ts))$`;
const WORDS = String.raw`admin/(refusal-|action-|money-)?words\.ts$`;

/** Read as: files matching the left may import #paths matching the right. The first match wins. */
const MAY_IMPORT = [
	[/^src\/kernel\//, /^kernel\//],
	[/^src\/kits\//, /^(kits|ui|auth|http|db|domain|platform|kernel)\//],
	[/^src\/ui\//, new RegExp(`^ui/|^dist/|^http/paths\\.ts$|^${PURE}`)],
	[
		/^src\/admin\/(refusal-|action-|money-)?words\.ts$/,
		new RegExp(`^ui/|^admin/((money-|people-)?words|words-of)\\.ts$|^${PURE}`),
	],
	[/^src\/admin\//, /^(admin|kits|ui|auth|http|domain|db|platform|kernel)\/|^env\.ts$/],
	[
		/^src\/(member|account)\//,
		new RegExp(`^(member|account|auth|http|domain|db|platform|ui|kernel)/|^${WORDS}|^env\\.ts$`),
	],
	[/^src\/auth\//, new RegExp(`^(auth|http|db|platform|ui)/|^${WORDS}|^${PURE}|^env\\.ts$`)],
	[/^src\/domain\/[^/]+\/[^/]+\/actions\.ts$/, /^(domain|db|platform|kernel)\//],
	[/^src\/domain\//, new RegExp(`^${PURE}`)],
	[/^src\/db\//, new RegExp(`^(db/|${PURE})`)],
	[/^src\/platform\//, new RegExp(`^platform/|^dist/(fonts|structure)\\.json$|^env\\.ts$|^${PURE}`)],
	[/^src\/env\.ts$/, /^$/],
	[/^src\/http\//, new RegExp(`^(http|db|platform)/|^${PURE}|^env\\.ts$`)],
	[/^src\/routes\//, /^(routes|http|db|platform|domain|kernel)\/|^env\.ts$/],
	[/^src\/jobs\//, /^(jobs|domain|db|platform|kernel)\/|^http\/mail-links\.ts$|^env\.ts$/],
	[/^src\/(index|app|surfaces|pages)\.ts$/, /./],
];

/** Domains in their order: a domain may know those before it, never one after it. */
const DOMAINS = [
	"files",
	"content",
	"settings",
	"ledger",
	"tasks",
	"notifications",
	"mail",
	"audit",
	"document-seals",
	"seal-anchors",
	"health",
	"operations",
	"users",
	"proofs",
	"second-factor",
	"sessions",
	"passwords",
	"logins",
	"second-persons",
	"activation-codes",
	"roles",
	"deputies",
	"rights",
	"recovery",
	"notes",
	"members",
	"member-lists",
	"guardianships",
	"member-logins",
	"member-merges",
	"profiles",
	"certificates",
	"applicants",
	"application-records",
	"application-certificates",
	"applications",
	"link-requests",
	"dues",
	"payments",
	"payment-lists",
	"receipt-rights",
	"verifications",
	"settlements",
	"receipts",
	"dues-notices",
	"imported-files",
	"roster",
	"roster-imports",
	"payment-imports",
	"bank-statements",
	"bank",
	"bank-lines",
	"projects",
	"budgets",
	"accounts",
	"vouchers",
	"voucher-templates",
	"assets",
	"donors",
	"donor-erasures",
	"concurrent-posts",
	"income",
	"deposits",
	"finance",
	"finance-reviews",
	"finance-payments",
	"finance-lists",
	"periods",
	"confirmations",
	"privacy",
	"mail-subscriptions",
	"personal-copies",
	"erasures",
	"restoring",
	"key-changes",
	"search",
	"media",
	"drafts",
	"announcements",
	"announcement-mailings",
	"categories",
	"tags",
	"articles",
	"pages",
	"trash",
	"documents",
	"document-downloads",
	"homepage",
	"changes",
	"webhooks",
	"publishing",
];

/** A package belongs to these files only. */
const ONLY_HERE = [
	[/^drizzle-orm/, /^src\/(db\/|domain\/[^/]+\/[^/]+\/actions\.ts)/],
	[/^hono/, /^src\/((app|surfaces|pages)\.ts|routes|http|auth|account\/session-cookie)/],
	[/^hucre/, /^src\/platform\/spreadsheets\.ts/],
	[/^(pdf-lib|fontkit)$/, /^src\/platform\/receipt-pdf/],
	[/^otpauth/, /^src\/platform\/totp\.ts/],
	[/^jose$/, /^src\/auth\/tokens\.ts/],
	[/^(preact|htm)/, /^src\/(ui\/(html\.ts|islands)|.*\.island\.ts)/],
	[/^(marked|xss)$/, /^src\/domain\/content\/content\//],
];

/** Loaded on use with `await import(...)`, so that the Worker starts without them. */
const LAZY =
	/^import (?!type )[^;]*? from "#(platform\/(?:spreadsheets|receipt-pdf)\.ts|domain\/content\/content\/(?:compose|markdown)\.ts)"/gm;

/** Who is told what has one road, and no statement of src writes a mail: the channel, a trigger of 0052, does. */
const ONE_ROAD = [
	[/INSERT (OR \w+ )?INTO notifications\b|\.insert\(notifications\)/i, "src/db/system/notifications.ts"],
	[/INSERT (OR \w+ )?INTO mail_messages\b|\.insert\(mailMessages\)/i, "a channel's trigger"],
];

const BUDGETS = { max: 300, p95: 200, median: 70, positional: 3 };

/**
 * Imports against the order of modules that still stand, as "importer imported". The list may only shrink: what it names and is
 * gone has to leave it, and nothing is added.
 */
const DEBTS = new Set(JSON.parse(readFileSync("scripts/module-debts.json", "utf8")));

/**
 * Files that declare pages and changes by hand, without a kit, each with how many. The list may only shrink: what is gone has to
 * leave it, and nothing is added.
 */
const BY_HAND = JSON.parse(readFileSync("scripts/routes-by-hand.json", "utf8"));

const errors = [];
let byHand = 0;
const lengths = [];
/** Every file's imports of other files. */
const graph = new Map();
for (const name of readdirSync("src", { recursive: true })
	.map((name) => name.replaceAll("\\", "/"))
	.filter((name) => name.endsWith(".ts"))
	.sort()) {
	const file = `src/${name}`;
	const text = readFileSync(file, "utf8");
	const lines = text.split("\n").length - 1;
	lengths.push(lines);
	if (lines > BUDGETS.max) errors.push(`${file}: ${lines} lines (at most ${BUDGETS.max})`);
	graph.set(file, importsOf(file, text));
	checkImports(file, text);
	checkLazy(file, text);
	for (const [pattern, road] of ONE_ROAD)
		if (file !== road && pattern.test(text)) errors.push(`${file}: ${road} alone writes these rows`);
	checkParameters(file, text);
	checkByHand(file, text);
}
for (const file of Object.keys(BY_HAND))
	if (!graph.has(file)) errors.push(`scripts/routes-by-hand.json: ${file} is gone, remove it`);
const { across, against } = checkModules();
for (const circle of circles()) errors.push(`these files import each other in a circle: ${circle.join(", ")}`);

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
console.log(`Imports between modules: ${across}, of which ${against} against their order; circles: 0.`);
console.log(`Pages and changes declared by hand, without a kit: ${byHand}.`);

/** Pages and changes that a file declares itself. */
function checkByHand(file, text) {
	if (file.startsWith("src/kits/") || file === "src/auth/route.ts") return;
	const count = text.match(/\b(?:view|action)(?:<[^(]*>)?\(/g)?.length ?? 0;
	const may = BY_HAND[file] ?? 0;
	if (count > may) errors.push(`${file}: ${count} pages and changes by hand (at most ${may}): a kit declares them`);
	if (count < may) errors.push(`scripts/routes-by-hand.json: ${file} has ${count}, not ${may}`);
	byHand += count;
}

/** The files that a file imports, types too; what is no file of src is left out. */
function importsOf(file, text) {
	return [...text.matchAll(/(?:from|import)\s*\(?\s*"([#.][^"]+\.ts)"/g)]
		.map(([, from]) => (from.startsWith("#") ? `src/${from.slice(1)}` : posix.join(posix.dirname(file), from)))
		.filter((one) => !one.startsWith("src/dist/"));
}

/** The module of a file; undefined of what belongs to none. */
function moduleOf(file) {
	const [, module] = /^src\/(?:admin|domain|db|jobs)\/([^/]+)\//.exec(file) ?? [];
	return MODULES.includes(module) ? module : undefined;
}

function checkModules() {
	let across = 0;
	const against = new Set();
	for (const [file, imported] of graph)
		for (const one of imported) {
			const [own, other] = [moduleOf(file), moduleOf(one)];
			if (!own || !other || own === other) continue;
			across += 1;
			if (MODULES.indexOf(other) > MODULES.indexOf(own)) against.add(`${file} ${one}`);
		}
	for (const one of against)
		if (!DEBTS.has(one)) errors.push(`${one.replace(" ", ": may not know ")}, whose module comes after its own`);
	for (const one of DEBTS) if (!against.has(one)) errors.push(`scripts/module-debts.json: "${one}" is paid, remove it`);
	return { across, against: against.size };
}

/** Groups of files of which each leads to all others (Tarjan's strongly connected components). */
function circles() {
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

/** `imported` is a path below src. */
function checkImport(file, imported, may) {
	if (may && !may.test(imported)) errors.push(`${file}: may not import #${imported}`);
	checkOrder(file, imported);
}

function checkLazy(file, text) {
	if (file.startsWith("src/domain/content/content/")) return;
	for (const [, lazy] of text.matchAll(LAZY)) errors.push(`${file}: load #${lazy} on use, by await import`);
}

function checkOrder(file, imported) {
	const [, own] = /^src\/domain\/[^/]+\/([^/]+)\//.exec(file) ?? [];
	const [, other] = /^domain\/[^/]+\/([^/]+)\//.exec(imported) ?? [];
	if (!own || !other || own === other) return;
	for (const noun of [own, other])
		if (!DOMAINS.includes(noun)) errors.push(`${file}: the domain ${noun} is missing in DOMAINS`);
	if (DOMAINS.indexOf(other) > DOMAINS.indexOf(own))
		errors.push(`${file}: ${own} may not know ${other}, which comes after it`);
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
