/**
 * `npm run prove -- editor-hour`: an editor's hour in Chromium: an article with two pictures, a table from Excel, a video, a
 * file, three links and a quotation is written, published, corrected, taken down and put back. Tells the presses, the
 * typed characters and the seconds of each part.
 */
import { startAdmin } from "../../test/support/admin-server.ts";
import { editorsHour, textsToLinkTo } from "../../test/support/editor-hour.ts";
import { report } from "../../test/support/keystrokes.ts";

const world = await startAdmin({ prepare: textsToLinkTo });
try {
	const { parts, errors } = await editorsHour(world, async () => {});
	report(parts, "The hour", "Seconds");
	if (errors.length > 0) throw new Error(errors.join("\n"));
} finally {
	await world.stop();
}
