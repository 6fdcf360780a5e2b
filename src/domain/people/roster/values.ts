import type { Gender, IdentityType, MemberStatus } from "#domain/people/members/codes.ts";
import { MEMBER_STATUSES } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { own } from "#kernel/own.ts";
import { plainWord } from "#kernel/table.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { duesYear } from "./columns.ts";

/** The words that people write where nothing is known. */
const NOTHING = new Set(
	"無,沒有,不詳,未知,未填,未提供,空白,缺,略,無資料,待補,待查,不明,-,--,---,—,－,–,n/a,na,none,null,nil,x,?,？,.,0".split(
		",",
	),
);

/** Whether a cell's text means that nothing is known. */
export const isNothing = (text: string): boolean => text === "" || NOTHING.has(plainWord(text));

const DITTO = /^(?:同上|同前|同左|〃|″|")$/;
/** Whether a text is "same as above": it is refused, because rows are read one by one and their order may have changed. */
export const isDitto = (text: string): boolean => DITTO.test(text);

const PATIENT = /^(?:病友|病患|病人|患者|病童|本人|病友本人|病友會員|patient)$/;
const PARENT = /^(?:病友|病患|病童|患者)?(?:家長[/／]父母|家長|父母|父|母|父親|母親|爸爸|媽媽|父或母|parent)(?:會員)?$/;
const FAMILY = /^(?:病友|病患|病童|患者)?(?:家屬|家人|親屬|眷屬|親友)(?:會員)?$/;

/**
 * Reads an identity (身分); a relative (病友家屬) is read as parent, to be confirmed. Returns undefined for any other
 * text.
 */
export function identityOf(text: string): { identity: IdentityType; confirm: boolean } | undefined {
	const plain = plainWord(text);
	// An organisation (團體會員) is neither; our own export says so, and its type tells.
	if (PATIENT.test(plain) || plain === "團體") return { identity: "patient", confirm: false };
	if (PARENT.test(plain)) return { identity: "parent", confirm: false };
	return FAMILY.test(plain) ? { identity: "parent", confirm: true } : undefined;
}

const GENDERS: Record<Gender, readonly string[]> = {
	female: ["女", "女性", "女生", "f", "female", "小姐", "女士"],
	male: ["男", "男性", "男生", "m", "male", "先生"],
	other: ["其他", "其它", "x", "多元", "第三性", "other"],
};
export const genderOf = (text: string): Gender | undefined => {
	const plain = plainWord(text);
	return (["female", "male", "other"] as const).find((gender) => GENDERS[gender].includes(plain));
};

const MORE_TYPES: Record<string, string> = {
	終身會員: "lifetime",
	永久: "lifetime",
	終身: "lifetime",
	名譽會員: "honorary",
	學術會員: "honorary_academic",
	普通會員: "regular",
};
/** Reads a membership type among those that there are, by its code, its name, or its name without 會員. */
export function membershipTypeOf(text: string, types: readonly Pick<NamedType, "code" | "name">[]): string | undefined {
	const plain = plainWord(text);
	const named = types.find(({ code, name }) => code === plain || [plain, `${plain}會員`].includes(plainWord(name)));
	return named?.code ?? types.find(({ code }) => code === own(MORE_TYPES, plain))?.code;
}

const MORE_STATUSES: Record<string, MemberStatus> = {
	寬限期: "active",
	未續繳: "active",
	在籍: "active",
	正常: "active",
	有效會員: "active",
	已退會: "resigned",
	已除名: "expelled",
	停會: "suspended",
	故: "deceased",
	歿: "deceased",
	已歿: "deceased",
	過世: "deceased",
	已過世: "deceased",
	往生: "deceased",
	已往生: "deceased",
	死亡: "deceased",
	已死亡: "deceased",
};
/**
 * Reads a status; one computed from dues (寬限期, 未續繳) is stored as `active`. Returns undefined for an unknown one.
 */
export function statusOf(text: string): MemberStatus | undefined {
	const plain = plainWord(text);
	return (
		MEMBER_STATUSES.find((status) => status === plain || MEMBER_STATUS_LABELS[status] === plain) ??
		own(MORE_STATUSES, plain)
	);
}

const YES =
	/^(?:有|是|y|yes|v|✓|✔|☑|■|○|o|1|true|領有|已領|持有|輕度|中度|重度|極重度|第[一二三四五六七八]類|已核准|審核中|已到期)/;
const NO = /^(?:無|否|沒有|未|n|no|x|×|✗|✘|☐|□|0|false|不)/;

/** Reads a cell that says 有 or 無 in words or with a tick or cross: true or false; undefined when it says neither. */
export function yesOrNo(text: string): boolean | undefined {
	const plain = plainWord(text);
	if (NO.test(plain)) return false;
	return YES.test(plain) ? true : undefined;
}

const PAID = /^(?:已?繳|已付|付清|v|✓|✔|☑|■|○|o|●|y|yes|是|有|ok|true|paid)/;
const UNPAID = /^(?:未|否|無|沒|n|no|x|×|✗|✘|☐|□|-|—|false|欠|0)/;

/**
 * Whether a cell in a year's column says that the dues were paid: a tick, a word, an amount or a date; undefined when
 * unclear.
 */
export function paidOf(text: string): boolean | undefined {
	const plain = plainWord(text);
	if (plain === "" || UNPAID.test(plain)) return false;
	if (PAID.test(plain)) return true;
	const amount = plain.replace(/[,$元整nt]/g, "");
	return /^\d+(?:\.0+)?$/.test(amount) || /^\d{2,4}[./年-]\d{1,2}[./月-]\d{1,2}日?$/.test(plain) ? true : undefined;
}

/**
 * Reads the years in "112、113", "112-114" or "112年度 113年度" as western years; undefined when a part is not a year.
 */
export function paidYearsOf(text: string): number[] | undefined {
	const parts = plainWord(text)
		.replace(/年度?|民國|會費|已繳/g, ",")
		.split(/[,、;/]+/)
		.filter((part) => part !== "");
	const years = parts.flatMap((part): (number | undefined)[] => {
		const [, from, to = from] = /^(\d{2,4})(?:[-~至](\d{2,4}))?$/.exec(part) ?? [];
		const [first, last] = [duesYear(Number(from)), duesYear(Number(to))];
		if (first === undefined || last === undefined || last < first || last - first > 60) return [undefined];
		return Array.from({ length: last - first + 1 }, (_, at) => first + at);
	});
	const known = years.filter((year) => year !== undefined);
	return known.length === years.length ? [...new Set(known)].sort((a, b) => a - b) : undefined;
}

const CJK = "[\\p{Script=Han}〇·‧]";
const BETWEEN_CJK = new RegExp(`(?<=${CJK}) (?=${CJK})`, "gu");

/** Returns a name as it is stored: 江　宥雅 loses the space that only aligns it with longer names. */
export const tidyPersonName = (text: string): string => text.replace(BETWEEN_CJK, "");

/** Returns a name in the form in which names are compared: spaces, width and case make no difference, nor 臺 for 台. */
export const nameKey = (name: string): string => plainWord(name).replaceAll("臺", "台");

/** Returns a guardian's name without what stands beside it: 王大明（父） is 王大明. */
export const guardianName = (text: string): string =>
	tidyPersonName(
		text
			.replace(/[(（[［].*$/s, "")
			.replace(/(?:先生|女士|小姐)$/, "")
			.trim(),
	);

/** Reads a 統一編號; a spreadsheet's number has its lost 0 back. Undefined for anything that is none. */
export function readTaxId(text: string): string | undefined {
	const plain = text.normalize("NFKC").replace(/[\s-]/g, "");
	const whole = /^\d{6,7}$/.test(plain) ? plain.padStart(8, "0") : plain;
	return isTaxId(whole) ? whole : undefined;
}

/** Reads how many representatives an organisation may have: 3, 3 位; undefined for anything else than 1 to 99. */
export const readSeats = (text: string): string | undefined =>
	/^([1-9]\d?)[位人名席]?$/.exec(text.normalize("NFKC").replace(/\s/g, ""))?.[1];
