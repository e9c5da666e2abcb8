/** The size of a place on the map, of a folded region's card, and of a place's cell. */
export const PLACE = { width: 156, height: 54 }
export const CARD = { width: 184, height: 66 }
export const CELL = { width: 200, height: 98 }
/** The side of a token, in pixels. */
export const TOKEN_PX = 22
