import { expect, test } from "vitest";
import { signatureHeader } from "#domain/content/webhooks/signature.ts";

/** The example of the Standard Webhooks documentation. */
const EXAMPLE = {
	id: "msg_loFOjxBNrRLzqYUf",
	timestamp: 1731705121,
	body: '{"event_type":"ping","data":{"success":true}}',
};
const SECRET = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const SIGNATURE = "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=";

test("signs the documentation's example as it does", async () => {
	expect(await signatureHeader([SECRET], EXAMPLE)).toBe(SIGNATURE);
});

test("while two secrets are valid both sign, the newest first", async () => {
	const newer = `whsec_${btoa("a newer secret, 24 bytes")}`;
	const own = await signatureHeader([newer], EXAMPLE);
	expect(own).not.toBe(SIGNATURE);
	expect(await signatureHeader([newer, SECRET], EXAMPLE)).toBe(`${own} ${SIGNATURE}`);
});

test("id, time and every character of the body are signed", async () => {
	for (const other of [{ id: "msg_x" }, { timestamp: 1731705122 }, { body: `${EXAMPLE.body} ` }])
		expect(await signatureHeader([SECRET], { ...EXAMPLE, ...other })).not.toBe(SIGNATURE);
});
