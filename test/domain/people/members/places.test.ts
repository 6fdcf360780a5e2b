import fc from "fast-check";
import { expect, test } from "vitest";
import { DISTRICTS_BY_CITY } from "#domain/people/members/districts.ts";
import { CITIES, districtsOf, isPostalCode, postalCodeOf, readAddress } from "#domain/people/members/places.ts";

const PLACES = CITIES.flatMap((city) =>
	districtsOf(city).map((district) => ({ city, district, code: postalCodeOf(city, district) ?? "" })),
);

test("22 cities and counties have 368 districts", () => {
	expect(CITIES.map((city) => [city, districtsOf(city).length])).toEqual([
		["臺北市", 12],
		["新北市", 29],
		["基隆市", 7],
		["桃園市", 13],
		["新竹市", 3],
		["新竹縣", 13],
		["苗栗縣", 18],
		["臺中市", 29],
		["彰化縣", 26],
		["南投縣", 13],
		["雲林縣", 20],
		["嘉義市", 2],
		["嘉義縣", 18],
		["臺南市", 37],
		["高雄市", 38],
		["屏東縣", 33],
		["宜蘭縣", 12],
		["花蓮縣", 13],
		["臺東縣", 16],
		["澎湖縣", 6],
		["金門縣", 6],
		["連江縣", 4],
	]);
	expect(new Set(PLACES.map(({ city, district }) => city + district)).size).toBe(368);
});

test("districts of 直轄市 and 市 are 區, those of counties are not, and no row has anything else", () => {
	const odd = PLACES.filter(({ city, district }) => city.endsWith("市") !== district.endsWith("區"));
	expect(odd).toEqual([]);
	expect(
		Object.values(DISTRICTS_BY_CITY).filter((row) => !/^(?:\d{3}[\u4e00-\u9fff]{1,3}[鄉鎮市區])+$/.test(row)),
	).toEqual([]);
});

test("only the districts of 新竹市 and 嘉義市 share a code", () => {
	const shared = PLACES.filter((one) => PLACES.some((other) => other !== one && other.code === one.code));
	expect(shared.map(({ code, city, district }) => code + city + district)).toEqual([
		"300新竹市東區",
		"300新竹市北區",
		"300新竹市香山區",
		"600嘉義市東區",
		"600嘉義市西區",
	]);
	expect(new Set(PLACES.map(({ code }) => code)).size).toBe(365);
});

test.each([
	["臺北市", "中正區", "100"],
	["新北市", "板橋區", "220"],
	["桃園市", "桃園區", "330"],
	["臺中市", "西屯區", "407"],
	["臺南市", "中西區", "700"],
	["高雄市", "苓雅區", "802"],
	["高雄市", "那瑪夏區", "849"],
	["花蓮縣", "花蓮市", "970"],
	["台東縣", "台東市", "950"],
	["金門縣", "烏坵鄉", "896"],
	["連江縣", "南竿鄉", "209"],
	["臺北市", "板橋區", undefined],
	["", "", undefined],
])("%s%s has the code %s", (city, district, code) => expect(postalCodeOf(city, district)).toBe(code));

test.each([
	["台北市", "臺北市"],
	["桃園縣", "桃園市"],
	["台北縣", "新北市"],
	["臺中縣", "臺中市"],
	["台南縣", "臺南市"],
	["高雄縣", "高雄市"],
])("%s has the districts of %s", (name, city) => expect(districtsOf(name)).toEqual(districtsOf(city)));

test.each(["", "東京都", "臺", "__proto__", "constructor"])("%j has no districts", (name) =>
	expect(districtsOf(name)).toEqual([]),
);

test("a postal code has 3, 5 or 6 digits", () => {
	expect(["100", "10048", "100048", "970"].map(isPostalCode)).toEqual([true, true, true, true]);
	const none = ["", "10", "1000", "1000481", "１００", "10O", " 100", "100-48", "100\n"];
	expect(none.filter(isPostalCode)).toEqual([]);
});

const parts = (...[postal_code, city, district, address]: (string | undefined)[]) => ({
	...(postal_code && { postal_code }),
	...(city && { city }),
	...(district && { district }),
	address,
});

test.each([
	["臺北市中正區中山路165號", parts("", "臺北市", "中正區", "中山路165號")],
	["台北市中正區中山路165號", parts("", "臺北市", "中正區", "中山路165號")],
	["970花蓮縣花蓮市中山路113號", parts("970", "花蓮縣", "花蓮市", "中山路113號")],
	["10048 臺北市中正區重慶南路一段122號", parts("10048", "臺北市", "中正區", "重慶南路一段122號")],
	["100006 台北市 中正區 重慶南路一段122號", parts("100006", "臺北市", "中正區", "重慶南路一段122號")],
	["100-48臺北市中正區", parts("10048", "臺北市", "中正區", "")],
	["(220) 新北市板橋區文化路", parts("220", "新北市", "板橋區", "文化路")],
	["２２０新北市板橋區文化路１８８號３樓", parts("220", "新北市", "板橋區", "文化路188號3樓")],
	["300新竹市北區經國路", parts("300", "新竹市", "北區", "經國路")],
	["高雄市", parts("", "高雄市", "", "")],
	["802", parts("802", "", "", "")],
	["桃園市中正路1號", parts("", "桃園市", "", "中正路1號")],
	["臺中市北鎮街1號", parts("", "臺中市", "", "北鎮街1號")],
	["台中市西屯區台灣大道三段99號", parts("", "臺中市", "西屯區", "台灣大道三段99號")],
	["台灣省彰化縣彰化市中山路", parts("", "彰化縣", "彰化市", "中山路")],
	["台灣 台中市西屯區台灣大道", parts("", "臺中市", "西屯區", "台灣大道")],
	["福建省金門縣金城鎮民生路", parts("", "金門縣", "金城鎮", "民生路")],
])("%s", (typed, read) => expect(readAddress(typed)).toEqual(read));

test.each([
	["臺北縣板橋市文化路", "新北市", "板橋區"],
	["桃園縣桃園市文化路", "桃園市", "桃園區"],
	["桃園縣龜山鄉文化路", "桃園市", "龜山區"],
	["台中縣豐原市文化路", "臺中市", "豐原區"],
	["台南縣永康市文化路", "臺南市", "永康區"],
	["高雄縣鳳山市文化路", "高雄市", "鳳山區"],
	["高雄縣三民鄉文化路", "高雄市", "那瑪夏區"],
	["高雄市三民區文化路", "高雄市", "三民區"],
	["臺南市中區文化路", "臺南市", "中西區"],
	["彰化縣員林鎮文化路", "彰化縣", "員林市"],
	["苗栗縣頭份鎮文化路", "苗栗縣", "頭份市"],
	["屏東縣恒春鎮文化路", "屏東縣", "恆春鎮"],
	["台南市塩水區文化路", "臺南市", "鹽水區"],
	["台北中正區文化路", "臺北市", "中正區"],
	["新竹竹北市文化路", "新竹縣", "竹北市"],
	["新竹 東區 文化路", "新竹市", "東區"],
	["板橋區文化路", "新北市", "板橋區"],
	["中壢市文化路", "桃園市", "中壢區"],
	["花蓮市文化路", "花蓮縣", "花蓮市"],
])("%s lies in %s%s", (typed, city, district) =>
	expect(readAddress(typed)).toEqual({ city, district, address: "文化路" }),
);

test("a district that several cities have tells no city, unless the postal code does", () => {
	expect(readAddress("中正區文化路")).toEqual({ district: "中正區", address: "文化路" });
	expect(readAddress("202中正區文化路")).toEqual(parts("202", "基隆市", "中正區", "文化路"));
	expect(readAddress("300 東區文化路")).toEqual(parts("300", "新竹市", "東區", "文化路"));
	expect(readAddress("600 東區文化路")).toEqual(parts("600", "嘉義市", "東區", "文化路"));
});

test.each([
	"",
	"台灣大道三段99號",
	"123巷5號",
	"100號",
	"100之1號",
	"4樓之1",
	"101大樓",
	"1000臺",
	"999 不明",
	"板橋市場3號",
	"大安森林公園",
	"大安鄉文化路",
	"中區文化路",
	"東京都新宿區",
])("%j stays an address", (typed) => expect(readAddress(typed)).toEqual({ address: typed }));

test("every place is read from its names, with any of its postal codes, in either spelling", () => {
	const place = fc.constantFrom(...PLACES);
	const more = fc.stringMatching(/^(?:\d{2,3})?$/);
	fc.assert(
		fc.property(place, more, fc.constantFrom("", " "), fc.boolean(), ({ city, district, code }, digits, gap, isTai) => {
			const names = `${city}${gap}${district}`;
			const typed = `${code}${digits}${gap}${isTai ? names.replaceAll("臺", "台") : names}${gap}中山路1號`;
			expect(readAddress(typed)).toEqual(parts(code + digits, city, district, "中山路1號"));
		}),
		{ numRuns: 2_000 },
	);
});

test("every place is read from its district and its code alone", () => {
	expect(PLACES.map(({ district, code }) => readAddress(`${code}${district}中山路`))).toEqual(
		PLACES.map(({ city, district, code }) => parts(code, city, district, "中山路")),
	);
});

test("nothing is lost: what is not read as a place stays the address, or its end", () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[0-9縣市區台北中東路街巷號 -]{0,14}$/), (typed) => {
			const { address, ...found } = readAddress(typed);
			const plain = typed.trim().replace(/ +/g, " ");
			if (Object.keys(found).length === 0) expect(address).toBe(plain);
			else expect(plain.endsWith(address)).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
});
