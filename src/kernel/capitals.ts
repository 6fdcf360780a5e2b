const DIGITS = "零壹貳參肆伍陸柒捌玖";
const WITHIN = ["", "拾", "佰", "仟"];
/** The units of groups of four digits. 2 to the power of 53 has four groups. */
const GROUPS = ["", "萬", "億", "兆"];

/**
 * Returns whole dollars in capitals, as a receipt or a cheque writes them: 1005 is 壹仟零伍元整, 10 is 壹拾元整, 0 is
 * 零元整. Zeros inside are written as one 零, zeros at the end of a group not at all. Throws RangeError for anything
 * but a whole number from 0 to 2^53 - 1.
 */
export function capitals(amount: number): string {
	if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no sum of whole dollars`);
	const digits = [...String(amount)].map(Number);
	const everyPlace = digits.map((digit, at) => {
		const place = digits.length - 1 - at;
		return `${DIGITS[digit]}${digit === 0 ? "" : WITHIN[place % 4]}${place % 4 === 0 ? GROUPS[place / 4] : ""}`;
	});
	const words = everyPlace
		.join("")
		.replaceAll(/(?<=[億兆])零+[萬億]/g, "零")
		.replaceAll(/零+(?=[萬億兆]|$)/g, "")
		.replaceAll(/零+/g, "零");
	return `${words || "零"}元整`;
}
