import type { GuardianStanding } from "#domain/system/index.ts";
import { AUTHORITY_LABELS } from "./labels.ts";

const ROLE_WORDS = { parent: "監護人", ordered: "監護人（監護宣告）", assistant: "輔助人（輔助宣告）" } as const;
const CUSTODY = "同住";

/** A guardian of whom nothing is on paper: a parent, or the guardian of a minor. */
export const PLAIN_STANDING: GuardianStanding = {
	...{ role: "parent", authority: null, paper: null, paper_on: null, has_custody: false },
};

/** Returns as what a guardian stands, as files have it: 監護人，單獨行使，同住，依113年度家親聲字第12號（2024-05-01）. */
export const standingText = ({ role, authority, paper, paper_on, has_custody }: GuardianStanding): string =>
	[
		ROLE_WORDS[role],
		authority && AUTHORITY_LABELS[authority],
		has_custody && CUSTODY,
		paper && `依${paper}（${paper_on}）`,
	]
		.filter(Boolean)
		.join("，");

const PAPER = /^(.{1,120})（(\d{4}-\d{2}-\d{2})）$/;
const KNOWN = /[父母爸媽]|監護|輔助|親權|共同|單獨|同住/;

/** Reads what `standingText` writes, and what people write instead (父親, 單獨監護, 同住); undefined for anything else. */
export function readStanding(text: string): GuardianStanding | undefined {
	const at = text.indexOf("依");
	const [, paper = null, paper_on = null] = (at < 0 ? null : PAPER.exec(text.slice(at + 1))) ?? [];
	const said = at < 0 ? text : text.slice(0, at);
	if (!KNOWN.test(said)) return undefined;
	const authority = said.includes("單獨") ? "sole" : said.includes("共同") ? "joint" : null;
	const role = said.includes("輔助") ? "assistant" : said.includes("監護宣告") ? "ordered" : "parent";
	return {
		role,
		authority: role === "parent" ? authority : null,
		...{ paper, paper_on, has_custody: said.includes(CUSTODY) },
	};
}
