import type { ReceivedMethod } from "#domain/money/payments/labels.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { plainWord } from "#kernel/table.ts";

/** What a row of a payment list pays: a kind of dues, or a donation. */
export type PaidKind = DuesKind | "donation";

const KINDS: readonly [PaidKind, RegExp][] = [
	["entrance", /^(?:入會費|入會|新會員入會費|entrance)$/],
	["annual", /^(?:常年會費|常年費|常年|年費|年度會費|會費|年會費|續會|續會費|annual)$/],
	["donation", /^(?:捐款|捐助|樂捐|贊助|贊助款|會員捐款|donation)$/],
];
/** Matches a year inside a kind (常年會費113年), which repeats the year's column. */
const YEAR = /\(?(?:民國)?\d{2,4}年度?\)?/g;

/**
 * Reads the kinds from a text: 入會費, 常年會費, 捐款, or several (入會費+常年會費); undefined where a part is none of
 * these.
 */
export function kindsOf(text: string): PaidKind[] | undefined {
	const parts = plainWord(text)
		.replaceAll(YEAR, "")
		.split(/[+、,，/&;；及和與]+/)
		.filter((part) => part !== "");
	const kinds = parts.map((part) => KINDS.find(([, words]) => words.test(part))?.[0]);
	const known = kinds.filter((kind) => kind !== undefined);
	return known.length === kinds.length && known.length > 0 ? [...new Set(known)] : undefined;
}

const METHODS: readonly [ReceivedMethod, RegExp][] = [
	["postal", /劃撥|郵局|郵政|postal/],
	["transfer", /轉帳|轉賬|匯款|匯入|電匯|網銀|網路銀行|atm|銀行|行動支付|transfer/],
	["cash", /現金|臨櫃|當面|現場|親繳|cash/],
	["other", /其他|其它|支票|信用卡|other/],
];

/** Reads the method (繳費方式) as people write it; undefined for an unknown one. */
export function methodOf(text: string): ReceivedMethod | undefined {
	const plain = plainWord(text);
	return METHODS.find(([, words]) => words.test(plain))?.[0];
}
