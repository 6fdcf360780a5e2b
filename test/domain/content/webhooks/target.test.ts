import { expect, test } from "vitest";
import { refusedTarget } from "#domain/content/webhooks/target.ts";

const PUBLIC = "only public addresses are called";
const HTTPS = "only https addresses are called";
const CREDENTIALS = "an address must not hold a user name or password";

const ALLOWED = [
	"https://www.example.org/api/revalidate",
	"https://site-abc-team.vercel.app/hook?x=1",
	"https://example.org:8443/",
	"https://協會.台灣/hook",
	"https://localhost.example.org/",
	"https://8.8.8.8/",
	"https://100.63.255.255/",
	"https://100.128.0.0/",
	"https://172.15.0.1/",
	"https://172.32.0.1/",
	"https://192.169.0.1/",
	"https://223.255.255.255/",
	"https://[2606:4700::1111]/",
	"https://[2001:4860:4860::8888]/",
];

const REFUSED: [string, string][] = [
	["http://www.example.org/", HTTPS],
	["ftp://www.example.org/", HTTPS],
	["javascript:alert(1)", HTTPS],
	["not an address", "not an address"],
	["https://1.2.3.4.5/", "not an address"],
	["https://user@www.example.org/", CREDENTIALS],
	["https://user:pass@www.example.org/", CREDENTIALS],
	["https://localhost/", PUBLIC],
	["https://LOCALHOST/", PUBLIC],
	["https://localhost./", PUBLIC],
	["https://a.localhost/", PUBLIC],
	["https://printer.local/", PUBLIC],
	["https://metadata.google.internal/", PUBLIC],
	["https://nas.lan/", PUBLIC],
	["https://router.home.arpa/", PUBLIC],
	["https://intranet/", PUBLIC],
	["https://intranet./", PUBLIC],
	["https://127.0.0.1/", PUBLIC],
	["https://127.255.255.255/", PUBLIC],
	["https://0x7f.1/", PUBLIC],
	["https://0177.0.0.1/", PUBLIC],
	["https://2130706433/", PUBLIC],
	["https://127.1/", PUBLIC],
	["https://0/", PUBLIC],
	["https://0.0.0.0/", PUBLIC],
	["https://10.1.2.3/", PUBLIC],
	["https://100.64.0.1/", PUBLIC],
	["https://100.127.255.255/", PUBLIC],
	["https://169.254.169.254/latest/meta-data", PUBLIC],
	["https://172.16.0.1/", PUBLIC],
	["https://172.31.255.255/", PUBLIC],
	["https://192.0.0.1/", PUBLIC],
	["https://192.0.2.1/", PUBLIC],
	["https://192.168.1.1/", PUBLIC],
	["https://198.18.0.1/", PUBLIC],
	["https://198.19.255.255/", PUBLIC],
	["https://198.51.100.7/", PUBLIC],
	["https://203.0.113.7/", PUBLIC],
	["https://224.0.0.1/", PUBLIC],
	["https://240.0.0.1/", PUBLIC],
	["https://255.255.255.255/", PUBLIC],
	["https://[::1]/", PUBLIC],
	["https://[::]/", PUBLIC],
	["https://[fc00::1]/", PUBLIC],
	["https://[fd12:3456::1]/", PUBLIC],
	["https://[fe80::1]/", PUBLIC],
	["https://[fec0::1]/", PUBLIC],
	["https://[ff02::1]/", PUBLIC],
	["https://[::ffff:127.0.0.1]/", PUBLIC],
	["https://[::ffff:8.8.8.8]/", PUBLIC],
	["https://[::127.0.0.1]/", PUBLIC],
	["https://[64:ff9b::7f00:1]/", PUBLIC],
	["https://[100::1]/", PUBLIC],
	["https://[2001::1]/", PUBLIC],
	["https://[2001:1ff::1]/", PUBLIC],
	["https://[2001:db8::1]/", PUBLIC],
	["https://[2002:7f00:1::]/", PUBLIC],
	["https://[3fff:1::1]/", PUBLIC],
];

test.each(ALLOWED)("%s may be called", (url) => expect(refusedTarget(url, "production")).toBeNull());
test.each(REFUSED)("%s is refused", (url, why) => expect(refusedTarget(url, "production")).toBe(why));

test("in development and test a website on this machine may be called", () => {
	for (const environment of ["development", "test"]) {
		expect(refusedTarget("http://localhost:3000/api/revalidate", environment)).toBeNull();
		expect(refusedTarget("http://user:pass@localhost:3000/", environment)).toBe(CREDENTIALS);
		expect(refusedTarget("file:///etc/passwd", environment)).toBe(HTTPS);
	}
	expect(refusedTarget("http://localhost:3000/", "staging")).toBe(HTTPS);
});
