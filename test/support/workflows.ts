/** Every workflow of the code, where the documents have it, and what they say of it. */
import { FINANCE } from "#domain/books/finance/steps.ts";
import { leadsOf, type Step } from "#kernel/steps.ts";

/** A workflow as the documents and the database's check read it. */
export type AnyWorkflow = { states: readonly string[]; steps: Readonly<Record<string, Step>> };
type Documented = { heading: string; page: string; workflow: AnyWorkflow };

const WORKFLOWS_PAGE = "docs/workflows.md";

export const DOCUMENTED: readonly Documented[] = [
	{ heading: "Expense requests", page: WORKFLOWS_PAGE, workflow: FINANCE },
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

/** Its states and ways as a diagram (Mermaid): one arrow for all steps that lead the same way. */
export function diagramOf({ states, steps }: AnyWorkflow): string {
	const ways = new Map<string, string[]>();
	for (const from of states)
		for (const [name, step] of Object.entries(steps))
			for (const to of step.from.includes(from) ? leadsOf(step) : [])
				ways.set(`${from} --> ${to}`, [...(ways.get(`${from} --> ${to}`) ?? []), name]);
	const arrows = Array.from(ways, ([way, names]) => `\t${way}: ${names.join(", ")}`);
	return ["```mermaid", "stateDiagram-v2", ...arrows, "```"].join("\n");
}

/** What the page has under the workflow's heading. */
export const markdownOf = (workflow: AnyWorkflow): string => `${tableOf(workflow)}\n\n${diagramOf(workflow)}`;
