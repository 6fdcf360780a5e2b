// Fails when a file imports from a folder it may not know, or outgrows its budget (STYLE.md). Run by `npm run check`.
import { readdirSync, readFileSync } from "node:fs";

/** Pure code of a domain: everything but its actions. */
const PURE = String.raw`domain/([^/]+\.ts|[^/]+/(?!actions)(?:[^/]+/)?[^/]+\.ts)$`;

/** Read as: files matching the left may import #paths matching the right. The first match wins. */
const MAY_IMPORT = [
	[
		/^src\/admin\/(ui|islands)\/|^src\/admin\/html\.ts$/,
		new RegExp(`^admin/(ui|islands)/|^admin/(html\\.ts|preact\\.js)$|^dist/|^http/paths\\.ts$|^${PURE}`),
	],
	[/^src\/admin\/(refusal-|action-|money-)?words\.ts$/, new RegExp(`^admin/(ui/|(money-)?words\\.ts$)|^${PURE}`)],
	[/^src\/admin\//, /^(admin|auth|http|domain|db|platform)\/|^env\.ts$/],
	[
		/^src\/(member|account)\//,
		/^(member|account|auth|http|domain|db|platform)\/|^admin\/(ui\/|html\.ts$|(refusal-|action-|money-)?words\.ts$)|^env\.ts$/,
	],
	[
		/^src\/auth\//,
		new RegExp(
			`^(auth|http|db|platform)/|^admin/(ui/|html\\.ts$|(refusal-|action-|money-)?words\\.ts$)|^${PURE}|^env\\.ts$`,
		),
	],
	[/^src\/domain\/[^/]+\/actions\.ts$/, /^(domain|db|platform)\//],
	[/^src\/domain\//, new RegExp(`^${PURE}`)],
	[/^src\/db\//, new RegExp(`^(db/|${PURE})`)],
	[/^src\/platform\//, new RegExp(`^platform/|^dist/(fonts|structure)\\.json$|^env\\.ts$|^${PURE}`)],
	[/^src\/env\.ts$/, /^$/],
	[/^src\/http\//, new RegExp(`^(http|db|platform)/|^${PURE}|^env\\.ts$`)],
	[/^src\/routes\//, /^(routes|http|db|platform)\/|^domain\/|^env\.ts$/],
	[/^src\/jobs\//, /^(jobs|domain|db|platform)\/|^http\/mail-links\.ts$|^env\.ts$/],
	[/^src\/(index|app|surfaces)\.ts$/, /./],
];

/** Domains in their order: a domain may know those before it, never one after it. */
const DOMAINS = [
	"files",
	"content",
	"settings",
	"ledger",
	"tasks",
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
	[/^drizzle-orm/, /^src\/(db\/|domain\/[^/]+\/actions\.ts)/],
	[/^hono/, /^src\/(app\.ts|routes|http|auth|account\/session-cookie)/],
	[/^hucre/, /^src\/platform\/spreadsheets\.ts/],
	[/^(pdf-lib|fontkit)$/, /^src\/platform\/receipt-pdf/],
	[/^otpauth/, /^src\/platform\/totp\.ts/],
	[/^jose$/, /^src\/auth\/tokens\.ts/],
	[/^(preact|htm)/, /^src\/admin\/(html\.ts|islands|.*\.island\.ts)/],
	[/^(marked|xss)$/, /^src\/domain\/content\//],
];

/** Loaded on use with `await import(...)`, so that the Worker starts without them. */
const LAZY =
	/^import (?!type )[^;]*? from "#(platform\/(?:spreadsheets|receipt-pdf)\.ts|domain\/content\/(?:compose|markdown)\.ts)"/gm;

const BUDGETS = { max: 300, p95: 200, median: 70, positional: 3 };

const errors = [];
const lengths = [];
for (const name of readdirSync("src", { recursive: true })
	.map((name) => name.replaceAll("\\", "/"))
	.filter((name) => name.endsWith(".ts"))
	.sort()) {
	const file = `src/${name}`;
	const text = readFileSync(file, "utf8");
	const lines = text.split("\n").length - 1;
	lengths.push(lines);
	if (lines > BUDGETS.max) errors.push(`${file}: ${lines} lines (at most ${BUDGETS.max})`);
	checkImports(file, text);
	checkLazy(file, text);
	checkParameters(file, text);
}

lengths.sort((a, b) => a - b);
const at = (share) => lengths[Math.floor(lengths.length * share)];
if (at(0.5) > BUDGETS.median) errors.push(`the median file has ${at(0.5)} lines (at most ${BUDGETS.median})`);
if (at(0.95) > BUDGETS.p95) errors.push(`one file in twenty has over ${BUDGETS.p95} lines (${at(0.95)})`);

if (errors.length > 0) {
	console.error(errors.join("\n"));
	process.exit(1);
}
console.log(
	`Structure holds: ${lengths.length} files, median ${at(0.5)}, p95 ${at(0.95)}, longest ${lengths.at(-1)} lines.`,
);

function checkImports(file, text) {
	const rule = MAY_IMPORT.find(([files]) => files.test(file));
	if (!rule) errors.push(`${file}: no rule for its folder in scripts/check-architecture.mjs`);
	for (const [, from] of text.matchAll(/(?:from|import) "([^"]+)"/g)) {
		if (from.startsWith("#")) {
			if (rule && !rule[1].test(from.slice(1))) errors.push(`${file}: may not import ${from}`);
			checkOrder(file, from.slice(1));
		} else if (from.startsWith(".") && !(from.startsWith("./") && !from.slice(2).includes("/"))) {
			errors.push(`${file}: import ${from} by its #name`);
		}
		for (const [pkg, files] of ONLY_HERE)
			if (pkg.test(from) && !files.test(file)) errors.push(`${file}: ${from} belongs in ${files.source}`);
	}
}

function checkLazy(file, text) {
	if (file.startsWith("src/domain/content/")) return;
	for (const [, lazy] of text.matchAll(LAZY)) errors.push(`${file}: load #${lazy} on use, by await import`);
}

function checkOrder(file, imported) {
	const [, own] = /^src\/domain\/([^/]+)\//.exec(file) ?? [];
	const [, other] = /^domain\/([^/]+)\//.exec(imported) ?? [];
	if (!own || !other || own === other) return;
	for (const noun of [own, other])
		if (!DOMAINS.includes(noun)) errors.push(`${file}: the domain ${noun} is missing in DOMAINS`);
	if (DOMAINS.indexOf(other) > DOMAINS.indexOf(own))
		errors.push(`${file}: ${own} may not know ${other}, which comes after it`);
}

function checkParameters(file, text) {
	for (const [, name, parameters] of text.matchAll(/function (\w+)(?:<[^(]*>)?\(([^()]*)\)/g)) {
		const count = parameters
			.replace(/[{<][^{}<>]*[}>]/g, "")
			.split(",")
			.filter((one) => one.trim()).length;
		if (count > BUDGETS.positional)
			errors.push(`${file}: ${name} takes ${count} parameters (at most ${BUDGETS.positional})`);
	}
}
