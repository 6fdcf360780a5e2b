import { expect, test } from "vitest";
import { networkOf } from "#domain/system/proofs/rules.ts";

test("one home's addresses count as one", () => {
	expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
	expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
	expect(networkOf("2001:0DB8:0000:0012:1:2:3:4")).toBe("2001:db8:0:12");
	expect(networkOf("2001:db8:0:12:ffff:ffff:ffff:ffff")).toBe("2001:db8:0:12");
	expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
	expect(networkOf("2001:db8:0:12::")).toBe("2001:db8:0:12");
	expect(networkOf("::1")).toBe("0:0:0:0");
	expect(networkOf("2001:db8:0:13::1")).toBe("2001:db8:0:13");
});
