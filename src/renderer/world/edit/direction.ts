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

/** What leads both ways alike. */
const ALIKE = new Set(['through', 'across', 'along', 'over', 'under', 'around', 'past', 'between', 'by'])

/** What each word becomes on the way back; of several that lead to one the first is meant. */
const BACK = new Map<string, string>()
for (const [there, back] of PAIRS) {
  BACK.set(there, back)
  if (!BACK.has(back)) BACK.set(back, there)
}

/** The direction of the way back: "up the stair" is "down the stair" then. Empty where no word of it can be turned round. */
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
