import type { Candidate } from "#domain/money/bank/candidates.ts";
import { leftOf, paidOf } from "#domain/money/bank/matches.ts";
import { DUES_KIND_LABELS, duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure, fold } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import { hrefWith } from "#ui/url-state.ts";
import { actionIn, type LineList, nextOf, type OpenRow, rowHref } from "./desk.ts";
import { donationForm } from "./line-manual-cards.ts";
import { incomeCard, restCard } from "./line-rest-cards.ts";
import { duesParts, recordParts, recordsThatFit } from "./parts-table.ts";
import { candidateFacts, candidateForm, candidateLabel, candidateTitle } from "./suggestion.ts";
import { suspenseWord } from "./words.ts";

const { bank, payments } = paths.admin;

const isBooked = ({ kind }: Candidate): boolean => kind === "booked";
const bestOf = ({ match }: OpenRow): Candidate | undefined => match?.candidates[0];
/** While the line may be in the books already, the row only asks whether it is. */
const mayBeBooked = ({ match }: OpenRow): boolean => (match?.candidates ?? []).some(isBooked);
const isIn = ({ line }: OpenRow): boolean => leftOf(line) > 0;
/** The payer whose money the row divides: the chosen one, or the one that is suggested. */
const payerOf = (of: OpenRow): OpenRow["payer"] => of.payer ?? of.suggested;

/** Whether the one press that settles the open row stands under the parts of the row, and not beside the suggestion. */
export function settlesBelow(of: OpenRow): boolean {
	if (!of.mayMatch || mayBeBooked(of)) return false;
	const isOnly = bestOf(of)?.kind === "dues" && of.match?.alike === 1;
	return of.payer !== undefined || (isOnly && of.suggested !== undefined);
}

/** Draws what the bank tells of the open line, and who else is in the household. */
export const openFacts = (of: OpenRow): VNode => {
	const { line } = of;
	return facts([
		...(line.fee_amount > 0 ? [{ name: "繳款金額", value: money(paidOf(line)) }] : []),
		...(line.balance === null ? [] : [{ name: "之後餘額", value: money(line.balance) }]),
		{
			name: "來源",
			value: html`<a href=${bank.statement(line.statement_id)}>檔案第 ${String(line.row)} 列</a>`,
		},
		...(line.is_suspense === 1 ? [{ name: `${suspenseWord(line)}傳票`, value: line.own_voucher }] : []),
		...(of.mayMatch ? householdFacts(of) : []),
	]);
};

function householdFacts(of: OpenRow): { name: string; value: Children }[] {
	const paying = [...of.known.owed.filter(({ id }) => of.items.includes(id)), ...saidOf(of)];
	const paid = new Set(paying.map(({ member_id }) => member_id));
	const others = of.household.filter(({ id }) => id !== payerOf(of)?.id && !paid.has(id));
	if (others.length === 0) return [];
	const words = others.map(({ name, member_no, owed }) =>
		[name, member_no, owed > 0 ? `未繳 ${money(owed)}` : "沒有未繳"].filter(Boolean).join(" "),
	);
	return [{ name: "同戶其他", value: words.join("；") }];
}

/** Draws the open row's parts, its other possibilities, the search for a person, and the less frequent acts. */
export function openBody(list: LineList, of: OpenRow): VNode {
	const next = nextOf(list.order, of.line.id);
	return html`<div class="open">
		${of.mayMatch ? [others(of), said(of), partsOf(of)] : html`<p class="small soft">對帳會開立收據並入帳，請由出納核對。</p>`}
		<div class="part-end">
			${of.mayMatch && isIn(of) && !mayBeBooked(of) && finder(list, of)}
			${linkButton({ label: "看這筆明細", size: "s", tone: "quiet", href: bank.line(of.line.id) })}
			${next !== undefined && linkButton({ label: html`<span>跳過 <kbd>J</kbd></span>`, size: "s", tone: "quiet", href: rowHref(list.here, next) })}
		</div>
		${disclosure({ label: "其他處理" }, rest(of))}
	</div>`;
}

const rest = (of: OpenRow): Children => [
	of.mayMatch && !mayBeBooked(of) && recordsThatFit(of) === undefined && of.refused?.form !== "p" && records(of),
	of.mayMatch &&
		isIn(of) &&
		!mayBeBooked(of) &&
		card({ label: "捐款", flush: true }, fold({ label: "整筆收為捐款" }, donationForm(of))),
	of.mayRecord && !mayBeBooked(of) && isIn(of) && incomeCard(of),
	restCard(of, of.refused, mayBeBooked(of)),
];

/** Draws the possibilities besides the best one; all of them where several fit alike. */
function others(of: OpenRow): Children {
	const all = of.match?.candidates ?? [];
	const isAlike = (of.match?.alike ?? 1) > 1;
	const isSuspended = of.line.is_suspense === 1;
	const shown = (isAlike ? all : all.slice(1)).filter((one) => isBooked(one) === mayBeBooked(of));
	const drawn = shown.map((one) => ({
		title: candidateTitle(one, of.known),
		sub: candidateFacts(one, of.known),
		side: isSuspended && isBooked(one) ? null : offer(of, one),
	}));
	return [drawn.length > 0 && items(drawn), mayBeBooked(of) && noneOfThem(of)];
}

function offer({ line, known, may, to }: OpenRow, one: Candidate): Children {
	if (!may(one)) return html`<small class="soft">須由其他人核對</small>`;
	return candidateForm(line, one, { known, label: candidateLabel(one), primary: false, to });
}

const noneOfThem = ({ line, to }: OpenRow): VNode =>
	html`<form method="post" action=${to(bank.apart(line.id))}>
		<input type="hidden" name="version" value=${String(line.version)} />
		${button({ label: "都不是，是另一筆", icon: "no", size: "s", busy: "處理中..." })}
		${line.is_suspense === 1 && html`<small class="soft">若就是這一筆，請先取消${suspenseWord(line)}。</small>`}
	</form>`;

function saidOf(of: OpenRow): OpenRow["said"] {
	const best = bestOf(of);
	return best?.kind === "payment" ? of.said.filter(({ payment_id }) => payment_id === best.paymentId) : [];
}

/** Draws the parts of the waiting payment that the row suggests, as its payer said. */
function said(of: OpenRow): Children {
	const rows = saidOf(of);
	const [first] = rows;
	if (!first) return false;
	const words = { donation: "捐款", credit: "溢繳款" };
	return html`<div class="parts">
		<table class="table">
			<thead>
				<tr><th scope="col">用來</th><th scope="col">誰</th><th scope="col" class="num">金額（元）</th></tr>
			</thead>
			<tbody>
				${rows.map(
					(row) => html`<tr>
						<td>${row.kind !== "dues" ? words[row.kind] : row.dues_kind && row.dues_year !== null ? duesLabel({ kind: row.dues_kind, dues_year: row.dues_year }) : DUES_KIND_LABELS.annual}</td>
						<td>${row.name ?? "—"}</td>
						<td class="num">${figure(row.amount)}</td>
					</tr>`,
				)}
			</tbody>
		</table>
		<p class="small soft">繳款人登錄的分配。要改金額請到<a href=${payments.show(first.payment_id)}>核對這筆收款</a>。</p>
	</div>`;
}

/** What was typed into a form of the row that was refused. */
const stateIn = ({ refused }: OpenRow, name: "m" | "p") => (refused?.form === name ? refused.state : undefined);

/** Draws the parts that settle the row: of a family's money, or the booked records that together are the line. */
function partsOf(of: OpenRow): Children {
	const best = bestOf(of);
	// The money of one's own family is for somebody else to divide.
	const isOwn = best !== undefined && of.payer === undefined && !of.may(best);
	if (mayBeBooked(of) || isOwn) return false;
	const payer = best?.kind === "payment" && of.payer === undefined ? undefined : payerOf(of);
	if (isIn(of) && payer) return duesParts(of, payer, { primary: settlesBelow(of), state: stateIn(of, "m") });
	return (recordsThatFit(of) !== undefined || of.refused?.form === "p") && records(of);
}

/** Draws the booked records that the line may be explained with; nothing while its money is in suspense. */
const records = (of: OpenRow): Children =>
	of.line.is_suspense === 0 &&
	of.movements.length > 0 &&
	recordParts(of, recordsThatFit(of), {
		primary: bestOf(of) === undefined && of.rule === undefined,
		state: stateIn(of, "p"),
	});

/** Draws the search for the person whose money the line is, and whom it found, without leaving the row. */
function finder(list: LineList, of: OpenRow): VNode {
	const { here } = list;
	const { line, search, payer } = of;
	const isSearched = search.q !== "";
	const isUnknown = bestOf(of) === undefined && of.rule === undefined && payerOf(of) === undefined;
	const kept = Object.entries({ ...here.query, at: String(line.id) });
	const found = search.found.map(({ id, name, member_no, guardian_name, owed }) => ({
		href: rowHref(here, line.id, { member: String(id) }),
		title: name,
		sub: [member_no ?? "還沒有編號", guardian_name && `監護人 ${guardian_name}`].filter(Boolean).join("　"),
		end: owed > 0 ? money(owed) : html`<span class="soft">沒有未繳</span>`,
	}));
	return html`<details class="disclosure finder" open=${isSearched || isUnknown} data-find=${isSearched ? "found" : ""}>
		<summary class="btn s">${payer || of.suggested ? "換一個人" : "找人"}</summary>
		${part(
			{
				name: "search-picks",
				props: { label: "繳款的會員", found: actionIn(list, line.id)(bank.line(line.id)) },
			},
			html`<form class="row" method="get" action=${hrefWith({ path: here.path, query: {} }, {})} role="search" aria-label="找會員">
			${kept.map(([name, value]) => typeof value === "string" && html`<input type="hidden" name=${name} value=${value} />`)}
			${field({ name: "find", label: "搜尋會員", hideLabel: true, state: freshForm({ find: search.q }, "find"), type: "search", placeholder: "姓名、編號、手機" })}
			${button({ label: "搜尋", size: "s" })}
		</form>`,
		)}
		${isSearched && found.length === 0 && html`<p class="soft">找不到「${search.q}」。</p>`} ${found.length > 0 && items(found)}
	</details>`;
}
