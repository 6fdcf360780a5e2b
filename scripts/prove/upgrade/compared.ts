/** Compares the released version's answers on upgraded data with its answers on its own data. */
import { type Answer, difference } from "./answers.ts";

/** Pages that are meant to differ: the reason, and `kept`, which returns the part that must stay the same. */
type Wanted = { path: RegExp; reason: string; kept: (html: string) => string };

const words = (html: string): string =>
	html
		.replaceAll(/<[^>]*>/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();

/**
 * Returns the text of an expense request's page without who decides next and what they can do; of a select only the
 * chosen option.
 */
const withoutDeciders = (html: string): string =>
	words(
		html
			.replaceAll(/<section class="card" aria-label="(?:您的審核|其他處理|等候?您[^"]*)">.*?<\/section>/gs, "")
			.replaceAll(/(?<=<span>)(?:等候|等您處理|等候您處理)：[^<]*/g, "")
			.replaceAll(/(?<=<span class="sr">尚未：<\/span>[^<]*<\/b><div>)<span class="soft">[^<]*/g, "")
			.replaceAll(
				/<select[^>]*>.*?<\/select>/gs,
				(list) => /<option[^>]* selected[^>]*>([^<]*)/.exec(list)?.[1] || "—",
			),
	);

/** Matches the choices, lines of scripts and rows of the two accounts that an upgrade adds (migration 0084). */
const ADDED_ACCOUNTS = [
	/<option[^>]*(?:>|value=")(?:5720\s繳納其他團體會費|5990\s預備金)[^<]*<\/option>/g,
	/\[&quot;(?:5720|5990)&quot;,&quot;[^&]*&quot;\],?/g,
	/<tr(?:(?!<\/tr>).)*(?:>5720<|>5990<|5720\s繳納其他團體會費|5990\s預備金)(?:(?!<\/tr>).)*<\/tr>/gs,
];
const withoutAddedAccounts = (html: string): string =>
	ADDED_ACCOUNTS.reduce((all, each) => all.replace(each, ""), html).replaceAll("&quot;],]", "&quot;]]");

const WANTED: readonly Wanted[] = [
	{
		path: /^\/admin\/ledger\b/,
		reason: "the accounts 5720 and 5990, which the ministry's table has, are there as well",
		kept: withoutAddedAccounts,
	},
	{
		path: /^\/admin\/health$/,
		reason: "系統狀態 names the migrations, triggers and views of the newer version",
		kept: () => "",
	},
	{
		path: /^\/admin\/finance\/\d+$/,
		reason: "nobody decides on what is paid to their account or their family: the view finance_related names them now",
		kept: withoutDeciders,
	},
	{
		path: /^\/api\/v1\/(?:changes|health)\b/,
		reason: "the upgrade tells the search index and websites of each public document, which has a kind now",
		kept: (json) =>
			json
				.replaceAll(/,?\{"rev":\d+,"resource":"document","id":\d+,[^{}]*"event":"updated"\}/g, "")
				.replaceAll(/"rev":\d+/g, ""),
	},
	{
		path: /^\/admin\/webhooks(?:\/\d+(?:\/removal)?)?$/,
		reason: "of these documents web-hooks wait, too, and each is tried at its own time",
		kept: () => "",
	},
];

/** The page of a web-hook that waits because of the upgrade, which only the upgraded data have. */
const isOwnDelivery = (path: string, was: Answer, is: Answer): boolean =>
	/^\/admin\/webhooks\/deliveries\/msg_\w+$/.test(path) && was.status === 404 && is.status === 200;

export type Compared = { fault?: string; wanted?: string };

/**
 * Returns what is wrong with an answer on upgraded data compared with that on the unchanged data, or the reason when
 * the difference is wanted.
 */
export function compared(path: string, was: Answer, is: Answer): Compared {
	if (isOwnDelivery(path, was, is)) return { wanted: "a web-hook of a document that the upgrade tells of" };
	if (was.status !== is.status || was.location !== is.location || was.type !== is.type)
		return { fault: `${was.status} ${was.location} ${was.type} became ${is.status} ${is.location} ${is.type}` };
	if (is.status >= 500) return { fault: `answers ${is.status}` };
	if (was.body === is.body) return {};
	const wanted = WANTED.find((one) => one.path.test(path));
	if (!wanted) return { fault: `another text${difference(was.body, is.body)}` };
	const [before, after] = [wanted.kept(was.body), wanted.kept(is.body)];
	return before === after ? { wanted: wanted.reason } : { fault: `more than is wanted${difference(before, after)}` };
}
