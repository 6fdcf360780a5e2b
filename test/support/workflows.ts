/** Every workflow of the code, where the documents have it, and what they say of it. */
import { POSTS } from "#domain/books/concurrent-posts/steps.ts";
import { FINANCE } from "#domain/books/finance/steps.ts";
import { PERIODS } from "#domain/books/periods/rules.ts";
import { MANUAL_VOUCHERS } from "#domain/books/vouchers/steps.ts";
import { CONTENT } from "#domain/content/content/states.ts";
import { LINES } from "#domain/money/bank/rules.ts";
import { DEPOSITS } from "#domain/money/deposits/rules.ts";
import { DUES } from "#domain/money/dues/rules.ts";
import { INCOME } from "#domain/money/income/rules.ts";
import { PAYMENTS } from "#domain/money/payments/rules.ts";
import { RECEIPTS } from "#domain/money/receipts/steps.ts";
import { ANNOUNCEMENTS } from "#domain/office/announcements/rules.ts";
import { CERTIFICATES } from "#domain/people/certificates/rules.ts";
import { LINK_REQUESTS } from "#domain/people/link-requests/rules.ts";
import { MEMBERSHIP } from "#domain/people/members/rules.ts";
import { REQUESTS } from "#domain/people/privacy/steps.ts";
import { CONFIRMATIONS } from "#domain/system/second-persons/kinds.ts";
import { leadsOf, type Step } from "#kernel/steps.ts";

/** A workflow as the documents and the database's check read it. */
export type AnyWorkflow = { states: readonly string[]; steps: Readonly<Record<string, Step>> };
type Documented = { heading: string; page: string; workflow: AnyWorkflow };

const WORKFLOWS_PAGE = "docs/workflows.md";
const CONCEPTS_PAGE = "docs/concepts.md";

export const DOCUMENTED: readonly Documented[] = [
	{ heading: "Certificates", page: WORKFLOWS_PAGE, workflow: CERTIFICATES },
	{ heading: "Link requests", page: WORKFLOWS_PAGE, workflow: LINK_REQUESTS },
	{ heading: "Privacy requests", page: WORKFLOWS_PAGE, workflow: REQUESTS },
	{ heading: "Confirmations", page: WORKFLOWS_PAGE, workflow: CONFIRMATIONS },
	{ heading: "Fees", page: WORKFLOWS_PAGE, workflow: DUES },
	{ heading: "Receipts", page: WORKFLOWS_PAGE, workflow: RECEIPTS },
	{ heading: "Bank lines", page: WORKFLOWS_PAGE, workflow: LINES },
	{ heading: "Deposits", page: WORKFLOWS_PAGE, workflow: DEPOSITS },
	{ heading: "Months", page: WORKFLOWS_PAGE, workflow: PERIODS },
	{ heading: "Vouchers", page: WORKFLOWS_PAGE, workflow: MANUAL_VOUCHERS },
	{ heading: "Resolutions on both offices", page: WORKFLOWS_PAGE, workflow: POSTS },
	{ heading: "Announcements", page: WORKFLOWS_PAGE, workflow: ANNOUNCEMENTS },
	{ heading: "Expense requests", page: WORKFLOWS_PAGE, workflow: FINANCE },
	{ heading: "Income", page: WORKFLOWS_PAGE, workflow: INCOME },
	{ heading: "States", page: CONCEPTS_PAGE, workflow: CONTENT },
	{ heading: "Membership", page: CONCEPTS_PAGE, workflow: MEMBERSHIP },
	{ heading: "Money", page: CONCEPTS_PAGE, workflow: PAYMENTS },
];

const listed = (names: readonly string[] | undefined): string => names?.join(", ") || "—";

/** Its steps as a table. */
export function tableOf({ steps }: AnyWorkflow): string {
	const rows = Object.entries(steps).map(([name, step]) => {
		const by = typeof step.by === "string" ? step.by : step.by.map((one) => `\`${one}\``).join(", ");
		return [name, step.from.join(", "), leadsOf(step).join(", "), by, listed(step.asks), listed(step.tells)];
	});
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	const head = ["Step", "From", "To", "By", "Asks", "Tells"];
	return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const MOST_WAYS = 6;
/** Its states and ways as a diagram (Mermaid): one arrow for all steps that lead the same way; what may lead anywhere is left to the table. */
export function diagramOf({ states, steps }: AnyWorkflow): string {
	const ways = new Map<string, string[]>();
	for (const from of states)
		for (const [name, step] of Object.entries(steps))
			for (const to of step.from.includes(from) && leadsOf(step).length < MOST_WAYS ? leadsOf(step) : [])
				ways.set(`${from} --> ${to}`, [...(ways.get(`${from} --> ${to}`) ?? []), name]);
	const arrows = Array.from(ways, ([way, names]) => `\t${way}: ${names.join(", ")}`);
	return ["```mermaid", "stateDiagram-v2", ...arrows, "```"].join("\n");
}

/** What the page has under the workflow's heading. */
export const markdownOf = (workflow: AnyWorkflow): string => `${tableOf(workflow)}\n\n${diagramOf(workflow)}`;
