import type { AllocationRow } from "#db/money/payments.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { PAYMENT_STATUS_LABELS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { PaymentPage } from "./shown.ts";

const { payments } = paths.admin;

/** Returns a part of a payment in words: 周品妤 常年會費 115 年. */
export const partName = ({ kind, item_kind, dues_year, member_name }: AllocationRow): string => {
	const label =
		item_kind === null || dues_year === null
			? kind === "donation"
				? "捐款"
				: "溢繳款"
			: duesLabel({ kind: item_kind, dues_year });
	return [member_name, label].filter(Boolean).join(" ");
};

/** Draws what a verifier must know before the decision; nothing for a payment that is decided. */
export function warnings({ payment, parts, discounts, alike }: PaymentPage): Children {
	if (payment.status !== "submitted") return null;
	const nameOf = (id: number): string => {
		const part = parts.find(({ dues_item_id }) => dues_item_id === id);
		return part ? partName(part) : "";
	};
	const other = (one: (typeof alike)[number]) =>
		html`<a href=${payments.show(one.id)}>收款 ${one.id}（${one.payer}，${PAYMENT_STATUS_LABELS[one.status]}）</a>`;
	const [claims, twins] = [
		alike.filter((one) => one.is_same_item === 1),
		alike.filter((one) => one.is_same_item === 0),
	];
	const cheaper = discounts.flatMap(({ id, would_be }) => (would_be === null ? [] : [{ id, amount: would_be }]));
	const expired = discounts.flatMap(({ id, expired_on }) => (expired_on === null ? [] : [{ id, day: expired_on }]));
	const settled = parts.filter(
		({ kind, item_status }) => kind === "dues" && item_status !== "open" && item_status !== "partially_paid",
	);
	return [
		payment.titler !== null &&
			notice(
				{ tone: "warn", title: `抬頭已改為「${payment.payer_title}」，等另一位核對` },
				`${payment.titler}改了抬頭；不是繳款人的名字時，要由他以外的核對者按下核對。`,
			),
		twins.length > 0 && notice({ tone: "warn", title: "可能重複：日期、金額與末五碼都相同" }, spaced(twins.map(other))),
		claims.length > 0 &&
			notice({ tone: "warn", title: "另一筆待核對的收款也要繳同一項會費" }, spaced(claims.map(other))),
		settled.length > 0 &&
			notice(
				{ tone: "warn", title: "有會費已經不必繳" },
				`${settled.map(partName).join("、")}已繳清、免繳或取消；核對後這部分會記為溢繳款。`,
			),
		cheaper.length > 0 &&
			notice(
				{ tone: "warn", title: "送出後身障證明已核准" },
				cheaper.map(({ id, amount }) => `${nameOf(id)}依減免應為 ${amount === 0 ? "0 元" : money(amount)}`).join("；"),
				"。這一筆仍照原金額核對；差額由會務在應繳會費更正後，轉為溢繳款。",
			),
		expired.length > 0 &&
			notice(
				{ tone: "info", title: "減免所依據的身障證明已到期" },
				`${expired.map(({ id, day }) => `${nameOf(id)}（證明到 ${dayText(day)}）`).join("、")}。金額在產生應繳會費時已經確定，不會改變。`,
			),
		payment.fee_amount > 0 &&
			notice({ tone: "info" }, `含郵政劃撥手續費 ${figure(payment.fee_amount)} 元，會另列支出。`),
	];
}

const spaced = (list: readonly Children[]): Children => list.flatMap((one, at) => (at === 0 ? [one] : ["、", one]));
