import type { LineRow } from "#db/money/bank-lines.ts";
import type { OpenLineRow } from "#db/money/bank-matching.ts";
import type { Candidate, Match } from "#domain/money/bank/candidates.ts";
import { leftOf } from "#domain/money/bank/matches.ts";
import { partsIn, type ShownPart } from "#domain/money/bank/parts.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { hrefWith } from "#ui/url-state.ts";
import { actionIn, type LineList, rowHref } from "./desk.ts";
import { openBody, openFacts, settlesBelow } from "./line-open.ts";
import { ruleAct, ruleWords } from "./rule-suggestion.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle, partWords } from "./suggestion.ts";
import { alikeWords, JOINT_WORDS, type Joint, LINE_LOOKS, suspenseWord } from "./words.ts";

const { bank } = paths.admin;

/** Our side of a line: how surely it belongs to the line, what it is, why, and what can be done. */
type Side = { joint: Joint; title: Children; facts?: Children; act: Children };

/** Draws the state of an open line. */
export function lookOf({ is_suspense, explained }: OpenLineRow, match: Match | undefined): Children {
	const plain = explained === 0 ? LINE_LOOKS.unmatched : LINE_LOOKS.partly;
	const look = match?.isExact ? LINE_LOOKS.exact : match && match.candidates.length > 0 ? LINE_LOOKS.suggested : plain;
	return is_suspense === 1 ? [status(LINE_LOOKS.suspense), " ", match?.isExact && status(look)] : status(look);
}

/** Draws a row of the list: the bank's line at the start, our side at the end, and between them how sure it is. */
export function lineRow(list: LineList, line: OpenLineRow | LineRow): VNode {
	const open = list.open?.line.id === line.id ? list.open : undefined;
	const { joint, title, facts, act } = "parts" in line && isDone(line) ? doneSide(list, line) : openSide(list, line);
	return html`<li id=${`line-${line.id}`} class=${open && "at"} tabindex="-1" data-row="">
		<div class="l">
			${dayLink(list, line)}
			<span><b>${line.memo || "沒有附言"}</b><small>${subOf(line)}</small></span>
			<span class="amt">${figure(line.amount)}${line.explained !== 0 && !isDone(line) && html`<small>尚餘 ${figure(leftOf(line))}</small>`}</span>
			${open && openFacts(open)}
		</div>
		<span class=${`joint is-${joint}`}><span class="sr">${JOINT_WORDS[joint]}</span></span>
		<div class="r">
			<span>${title}${facts && html`<small>${facts}</small>`}</span>
			<span class="row acts">${act}</span>
			${open && openBody(list, open)}
		</div>
	</li>`;
}

const isDone = ({ status: now }: OpenLineRow): boolean => now === "matched" || now === "ignored";

function dayLink({ here, open }: LineList, line: OpenLineRow): VNode {
	const day = dayText(line.booked_on);
	if (isDone(line)) return html`<a href=${bank.line(line.id)}>${day}</a>`;
	const isOpen = open?.line.id === line.id;
	const href = isOpen ? `${hrefWith(here, { page: here.query.page })}#line-${line.id}` : rowHref(here, line.id);
	return html`<a href=${href} data-open="" aria-expanded=${isOpen ? "true" : "false"}>${day}</a>`;
}

const subOf = ({ last5, account_name, is_suspense, ...line }: OpenLineRow): Children => [
	[last5 && `末五碼 ${last5}`, line.fee_amount > 0 && `手續費 ${figure(line.fee_amount)}`, account_name]
		.filter(Boolean)
		.join("　"),
	is_suspense === 1 && !isDone({ last5, account_name, is_suspense, ...line }) && ["　", status(LINE_LOOKS.suspense)],
];

/** Returns what a finished line was matched with, or why it is not handled. */
function doneSide({ known }: LineList, line: LineRow): Side {
	if (line.status === "ignored") return { joint: "none", title: "不處理", facts: line.reason, act: null };
	const [first, ...more] = partsIn(line.parts);
	if (!first) return { joint: "none", title: "—", act: null };
	const facts = [shortName(first), more.length > 0 && `另有 ${more.length} 筆`].filter(Boolean).join("　");
	return { joint: "sure", title: partWords(first, known.seesBooks), facts, act: status(LINE_LOOKS.matched) };
}

/** Returns whose money a part is, or who verified it. */
const shortName = ({ kind, title, by }: ShownPart): string => (kind === "payment" ? (by ?? "") : (title ?? ""));

function openSide(list: LineList, line: OpenLineRow): Side {
	const match = list.matches.get(line.id);
	const [best] = match?.candidates ?? [];
	if (match && best) return suggestedSide(list, line, { match, best });
	const rule = list.rules.get(line.id);
	const isOpen = list.open?.line.id === line.id;
	const to = actionIn(list, line.id);
	if (rule && line.is_suspense === 0)
		return {
			joint: "sure",
			title: ruleWords(rule, list.accounts),
			facts: "依附言",
			act: ruleAct(line, rule, { primary: isOpen, to }),
		};
	const isPlain = line.is_suspense === 0 && line.explained === 0;
	return {
		joint: "none",
		title: html`<span class="soft">找不到相符的紀錄</span>`,
		act: [
			!isOpen && openLink(list, line, line.amount > 0 ? "找人或科目" : "找款項或科目"),
			isPlain && suspenseAct(line, to),
		],
	};
}

type Suggested = { match: Match; best: Candidate };
function suggestedSide(list: LineList, line: OpenLineRow, { match, best }: Suggested): Side {
	const { known } = list;
	const facts = candidateFacts(best, known);
	const more = match.candidates.length > 1 ? `　另有 ${match.candidates.length - 1} 個可能` : "";
	const isOpen = list.open?.line.id === line.id;
	const open = (label: string): Children => !isOpen && openLink(list, line, label);
	if (match.alike > 1) return { joint: "maybe", title: alikeWords(match.alike), facts, act: open("選一筆") };
	const own = { title: candidateTitle(best, known), facts: `${facts}${more}` };
	// A tie to a booked record settles a line even when inexact, because it posts nothing and is easily undone.
	const isBooked = best.kind === "booked" && !best.reasons.includes("other_line") && !best.reasons.includes("fee");
	const isSure = match.isExact || (isBooked && line.is_suspense === 0);
	const joint = isSure ? "sure" : "maybe";
	const isLikely = isSure || !(["other_line", "other_amount"] as const).some((one) => best.reasons.includes(one));
	if (!list.mayMatch) return { joint, ...own, act: open("打開") };
	if (!list.may(match)) return { joint, ...own, act: [html`<small class="soft">須由其他人核對</small>`, open("打開")] };
	if (!isLikely || (best.kind === "booked" && line.is_suspense === 1)) return { joint, ...own, act: open("打開") };
	if (isOpen && list.open && settlesBelow(list.open)) return { joint, ...own, act: null };
	const label = candidateLabel(best);
	return {
		joint,
		...own,
		act: candidateForm(line, best, { known, label, primary: isOpen, to: actionIn(list, line.id) }),
	};
}

const openLink = ({ here }: LineList, line: OpenLineRow, label: string): VNode =>
	linkButton({ label, about: `${dayText(line.booked_on)}的明細`, size: "s", href: rowHref(here, line.id) });

/** Draws the one press that posts a line of which nothing is known as 暫收款 or 暫付款. */
const suspenseAct = (line: OpenLineRow, to: (path: string) => string): VNode =>
	html`<form method="post" action=${to(bank.suspense(line.id))}>
		<input type="hidden" name="version" value=${String(line.version)} />
		${button({ label: `轉${suspenseWord(line)}`, size: "s", tone: "quiet", busy: "處理中..." })}
	</form>`;
