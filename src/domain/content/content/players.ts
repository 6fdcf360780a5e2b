/** The video services whose players a text may hold: origin, and the path that a player has there. */
export const PLAYERS: Record<string, string> = {
	"https://www.youtube.com": "/embed/",
	"https://www.youtube-nocookie.com": "/embed/",
	"https://player.vimeo.com": "/video/",
};
export const FRAME_ORIGINS = Object.keys(PLAYERS);
