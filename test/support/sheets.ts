/** Cells as spreadsheets put them into the clipboard, and what a table should hold of them. */

const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<link id=Main-File rel=Main-File href="file:///C:/Users/tseng/AppData/Local/Temp/msohtmlclip1/01/clip.htm">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
.xl65
	{mso-number-format:"\\#\\,\\#\\#0";}
br
	{mso-data-placement:same-cell;}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=288 style='border-collapse:
 collapse;width:216pt'>
<!--StartFragment-->
 <col width=72 span=3 style='width:54pt'>
 <tr height=22 style='height:16.5pt'>
  <td height=22 class=xl66 width=72 style='height:16.5pt;width:54pt;font-weight:700'>項目</td>
  <td class=xl66 width=72 style='width:54pt'>金額</td>
  <td class=xl66 width=72 style='width:54pt'>備註</td>
 </tr>
 <tr height=44 style='mso-height-source:userset;height:33.0pt'>
  <td height=44 style='height:33.0pt'>1. 冬季衛教手冊</td>
  <td class=xl65 align=right>12,500<span style='mso-spacerun:yes'>&nbsp;</span></td>
  <td>印 500 本<br>
    含寄送</td>
 </tr>
 <tr height=22 style='height:16.5pt'>
  <td height=22 style='height:16.5pt'>A|B 組 &lt;協力&gt;</td>
  <td></td>
  <td>-</td>
 </tr>
<!--EndFragment-->
</table>
</body>
</html>`;

const GOOGLE = `<meta name="generator" content="Sheets"/><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;font-weight:bold;" rowspan="1" colspan="2" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;北區&quot;}">北區</td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;">南區</td></tr><tr style="height:21px;"><td style="overflow:hidden;">病友</td><td style="overflow:hidden;text-align:right;" data-sheets-numberformat="{&quot;1&quot;:2,&quot;2&quot;:&quot;#,##0&quot;}">1,204</td><td style="overflow:hidden;"></td></tr><tr style="height:21px;"><td style="overflow:hidden;">官網</td><td style="overflow:hidden;text-decoration:underline;"><a class="in-cell-link" target="_blank" href="https://example.org/a_b">example.org/a_b</a></td><td style="overflow:hidden;"><span style="font-size:10pt;">上午<br/></span><span style="font-size:10pt;">下午</span></td></tr></tbody></table>`;

const LIBRE = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
	<style type="text/css">
		body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Noto Sans CJK TC"; font-size:x-small }
		a.comment-indicator:hover + comment { background:#ffd; position:absolute; display:block; }
		comment { display:none;  }
	</style>
</head>
<body>
<table cellspacing="0" border="0">
	<colgroup span="2" width="85"></colgroup>
	<tr>
		<td height="17" align="left">時段</td>
		<td align="left">負責</td>
	</tr>
	<tr>
		<td rowspan=2 height="34" align="left">上午</td>
		<td align="left"><br></td>
	</tr>
	<tr>
		<td align="left" sdval="2.5" sdnum="1033;">2.5</td>
	</tr>
</table>
</body>
</html>
`;

const NUMBERS = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta http-equiv="Content-Style-Type" content="text/css">
<title></title>
<meta name="Generator" content="Cocoa HTML Writer">
<style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 10.0px 'PingFang TC'}
td.td1 {border-style: solid; border-width: 1.0px; padding: 4.0px}
</style>
</head>
<body>
<table cellspacing="0" cellpadding="0" class="t1">
<tbody>
<tr>
<td valign="top" class="td1">
<p class="p1"><b>藥名</b></p>
</td>
<td valign="top" class="td1">
<p class="p1">劑量</p>
</td>
</tr>
<tr>
<td valign="top" class="td1">
<p class="p1">吸入劑</p>
<p class="p1">（藍色）</p>
</td>
<td valign="top" class="td1">
<p class="p1"><br></p>
</td>
</tr>
</tbody>
</table>
</body>
</html>`;

/** What each program puts there, and the rows of its cells as Markdown. */
export const SHEETS: Record<string, { data: Record<string, string>; lines: string[] }> = {
	Excel: {
		data: {
			"text/html": EXCEL,
			"text/plain": '項目\t金額\t備註\r\n1. 冬季衛教手冊\t12,500 \t"印 500 本\n含寄送"\r\nA|B 組 <協力>\t\t-\r\n',
		},
		lines: [
			"| 項目 | 金額 | 備註 |",
			"| 1. 冬季衛教手冊 | 12,500 | 印 500 本<br>含寄送 |",
			"| A\\|B 組 <協力> |  | - |",
		],
	},
	"Google Sheets": {
		data: { "text/html": GOOGLE, "text/plain": "北區\t\t南區\n病友\t1,204\t\n官網\texample.org/a_b\t上午\n下午" },
		lines: [
			"| 北區 |  | 南區 |",
			"| 病友 | 1,204 |  |",
			"| 官網 | [example.org/a_b](https://example.org/a_b) | 上午<br>下午 |",
		],
	},
	LibreOffice: {
		data: { "text/html": LIBRE, "text/plain": "時段\t負責\n上午\t\n\t2.5\n" },
		lines: ["| 時段 | 負責 |", "| 上午 |  |", "|  | 2.5 |"],
	},
	Numbers: {
		data: { "text/html": NUMBERS, "text/plain": "藥名\t劑量\n吸入劑\n（藍色）\t" },
		lines: ["| 藥名 | 劑量 |", "| 吸入劑<br>（藍色） |  |"],
	},
	"lines with tabs": {
		data: { "text/plain": '姓名\t電話\r\n"王\n小明"\t02-2345-6789\r\n*李*\t\r\n' },
		lines: ["| 姓名 | 電話 |", "| 王<br>小明 | 02-2345-6789 |", "| \\*李\\* |  |"],
	},
};
