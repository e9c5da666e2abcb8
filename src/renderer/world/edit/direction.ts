const PAIRS = [
  ['up', 'down'],
  ['upward', 'downward'],
  ['upwards', 'downwards'],
  ['upstairs', 'downstairs'],
  ['upstream', 'downstream'],
  ['uphill', 'downhill'],
  ['ascend', 'descend'],
  ['above', 'below'],
  ['north', 'south'],
  ['east', 'west'],
  ['northeast', 'southwest'],
  ['northwest', 'southeast'],
  ['northward', 'southward'],
  ['eastward', 'westward'],
  ['in', 'out'],
  ['into', 'out of'],
  ['inside', 'outside'],
  ['inward', 'outward'],
  ['left', 'right'],
  ['forward', 'back'],
  ['ahead', 'back'],
  ['there', 'back']
] as const

/** Words that are the same in both directions. */
const ALIKE = new Set(['through', 'across', 'along', 'over', 'under', 'around', 'past', 'between', 'by'])

/** The opposite of each word. If several words have the same opposite, the first one is used for the reverse. */
const BACK = new Map<string, string>()
for (const [forward, back] of PAIRS) {
  BACK.set(forward, back)
  if (!BACK.has(back)) BACK.set(back, forward)
}

/** The direction of the return journey: "up the stair" becomes "down the stair". Empty if no word has an opposite. */
export function oppositeDirection(direction: string): string {
  let turned = false
  const words = direction.replace(/\bout of\b|[\p{L}]+/giu, (word) => {
    const lower = word.toLowerCase()
    if (ALIKE.has(lower)) turned = true
    const back = BACK.get(lower)
    if (back === undefined) return word
    turned = true
    return word[0] === lower[0] ? back : back.slice(0, 1).toUpperCase() + back.slice(1)
  })
  return turned ? words : ''
}
