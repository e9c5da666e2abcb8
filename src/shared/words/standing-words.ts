/** What a relationship's value or a faction's standing means, from −100 to 100. */
export function standingWords(value: number): string {
  if (value <= -70) return 'hatred'
  if (value <= -35) return 'enmity'
  if (value < -5) return 'dislike'
  if (value <= 5) return 'indifference'
  if (value < 35) return 'liking'
  return value < 70 ? 'friendship' : 'devotion'
}
