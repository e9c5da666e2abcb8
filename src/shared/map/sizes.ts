/** Size of a place on the map, of the card of a folded region, and of the cell a place stands in. */
export const PLACE = { width: 156, height: 54 }
export const CARD = { width: 184, height: 66 }
export const CELL = { width: 200, height: 98 }
/** Pixels of a token's side. */
export const TOKEN = 22
