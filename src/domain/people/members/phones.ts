import { identify } from "#domain/system/index.ts";

/**
 * The area codes without their 0, and the number of digits after each (中華電信, 市話區碼), longer codes first: 037
 * 苗栗, 049 南投, 082 金門, 0826 烏坵, 0836 馬祖, 089 臺東; 02 臺北 and 04 臺中 have eight digits, 04 彰化 and the
 * others seven; 070 is Internet telephony.
 */
const AREAS = [
	/^(826|836)(\d{5})$/,
	/^(37|82|89)(\d{6})$/,
	/^(49)(\d{7})$/,
	/^([24])(\d{8})$/,
	/^([3-8])(\d{7})$/,
	/^(70)(\d{8})$/,
];

const EXTENSION = /\s*(?:#|轉\s*分?機?|分機|ext\.?|x)\s*[:.]?\s*(\d{1,6})$/i;
const BETWEEN = /[\s\p{Pd}.()[\]\u200b-\u200f\u2212\ufeff]/gu;
/**
 * Matches Taiwan's country code with any of its prefixes, and the trunk 0 that some write after it; or the trunk 0
 * alone.
 */
const BEFORE_AREA = /^(?:(?:\+|00|002)?8860?|0)(?=\d{8,10}$)/;
const LONGEST = 60;

/**
 * Reads a phone number typed or imported in any way: full-width, with spaces, dashes, dots or brackets, with +886. A
 * mobile becomes `0912345678`; a landline its area code, a dash, its number undivided, and # with the extension:
 * `02-23456789`, `04-23456789#12`, `037-123456#5`. Nine digits get back the 0 that a spreadsheet dropped: they are a
 * mobile (9…), or 02, 04 or 049. Null for eight digits alone (they may be a number of Taipei without its area code),
 * several numbers in one text, numbers of other countries, and anything else.
 */
export function readPhone(text: string): { mobile: string } | { landline: string } | null {
	if (text.length > LONGEST) return null;
	const mobile = identify(text);
	if (mobile) return mobile.kind === "phone" ? { mobile: mobile.phone } : null;
	const plain = text.normalize("NFKC").trim();
	const extension = EXTENSION.exec(plain)?.[1];
	const number = plain.replace(EXTENSION, "").replace(BETWEEN, "");
	const national = number.replace(BEFORE_AREA, "");
	if (national === number && number.length !== 9) return null;
	const found = AREAS.map((area) => area.exec(national)).find((match) => match !== null);
	return found ? { landline: `0${found[1]}-${found[2]}${extension === undefined ? "" : `#${extension}`}` } : null;
}
