const PAGE = { width: 595, height: 842, left: 72, top: 760, size: 14, leading: 26 };

/** Returns a text as UTF-16BE in hexadecimal digits, as the font's encoding requires. */
const hex = (text: string): string =>
	Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0")).join("");

/**
 * Makes a PDF of one page with these lines of Chinese, the first of them large. It names a font of Adobe-CNS1 without
 * embedding it (ISO 32000-1, 9.7.5.2), because every PDF reader has one.
 */
export function pdfOf([title = "", ...lines]: readonly string[]): Uint8Array {
	const shown = [
		`BT /F 22 Tf ${PAGE.left} ${PAGE.top} Td <${hex(title)}> Tj ET`,
		...lines.map((line, nth) => {
			const y = PAGE.top - 50 - nth * PAGE.leading;
			return `BT /F ${PAGE.size} Tf ${PAGE.left} ${y} Td <${hex(line)}> Tj ET`;
		}),
	].join("\n");
	const objects = [
		"<</Type/Catalog/Pages 2 0 R/Lang(zh-Hant-TW)>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources<</Font<</F 4 0 R>>>>/Contents 7 0 R>>`,
		"<</Type/Font/Subtype/Type0/BaseFont/MSung-Light-UniCNS-UTF16-H/Encoding/UniCNS-UTF16-H/DescendantFonts[5 0 R]>>",
		"<</Type/Font/Subtype/CIDFontType0/BaseFont/MSung-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(CNS1)/Supplement 4>>/FontDescriptor 6 0 R/DW 1000>>",
		"<</Type/FontDescriptor/FontName/MSung-Light/Flags 6/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
		`<</Length ${shown.length}>>stream\n${shown}\nendstream`,
	];
	let text = "%PDF-1.4\n";
	const places = objects.map((object, nth) => {
		const at = text.length;
		text += `${nth + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(at).padStart(10, "0")} 00000 n \n`;
	});
	const all = objects.length + 1;
	text += `xref\n0 ${all}\n0000000000 65535 f \n${places.join("")}trailer<</Size ${all}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
	return new TextEncoder().encode(text);
}
