/** First lines for an action in a dialog, by the verb; the group is its object. */
const OPENERS: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [/\boffers?\s+(?:to\s+)?help\b/i, () => 'I can help you, if you like.'],
  [/\boffers?\s+to\s+(.+)$/i, (rest) => `I can ${rest}, if you like.`],
  [/\boffers?\s+(.+)$/i, (rest) => `I can offer you ${rest}.`],
  [/\basks?\s+(?:about|for)\s+(.+)$/i, (rest) => `What can you tell me about ${rest}?`],
  [/\b(?:greets?|welcomes?|meets?)\b/i, () => 'Well met.'],
  [/\bwarns?\s+(?:\w+\s+)?(?:about|of|against)\s+(.+)$/i, (rest) => `Beware of ${rest}.`],
  [/\bthanks?\b/i, () => 'Thank you.'],
  [/\b(?:refuses?|declines?)\b/i, () => 'No. I won’t.'],
  [/\b(?:agrees?|accepts?)\b/i, () => 'Very well.'],
  [/\b(?:apologi[sz]es?)\b/i, () => 'I’m sorry.'],
  [/\b(?:says?\s+(?:goodbye|farewell)|leaves?)\b/i, () => 'Farewell.'],
  [/\b(?:says?|tells?\s+(?:\w+\s+)?that|explains?\s+that)\s+(.+)$/i, (rest) => sentence(rest)]
]

/** A text as a sentence: a capital letter first, and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

/** A first line for the topic of a dialog; undefined if it contains no known verb. */
export function openingLine(about: string): string | undefined {
  for (const [pattern, line] of OPENERS) {
    const match = pattern.exec(about)
    if (match) return line((match[1] ?? '').trim())
  }
  return undefined
}
