import { expect, test } from "vitest";
import { csvRow } from "#kernel/csv.ts";

test.each([
	[["a", 1, null, "協會"], "a,1,,協會\r\n"],
	[['say "hi"', "a,b", "one\ntwo", "one\rtwo"], '"say ""hi""","a,b","one\ntwo","one\rtwo"\r\n'],
	[["=1+1", "+886912345678", "-2", "@SUM(A1)"], "'=1+1,'+886912345678,'-2,'@SUM(A1)\r\n"],
	[["\t=1", "\r=1", "\0=1"], "'\t=1,\"'\r=1\",'\0=1\r\n"],
	[["＝1", "＋1", "－1", "＠1"], "'＝1,'＋1,'－1,'＠1\r\n"],
	[['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n'],
	[[-5, 0, 1_000_000], "-5,0,1000000\r\n"],
	[["a=b", "1-2", " =1"], "a=b,1-2, =1\r\n"],
	[[], "\r\n"],
])("%j", (cells, row) => expect(csvRow(cells)).toBe(row));
